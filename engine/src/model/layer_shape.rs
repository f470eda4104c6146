//! Decides each layer's shape: what it sees, how wide it is, and whose keys and values it reads.

use super::family::{Family, QueryScale, Windows};
use super::keys::Keys;
use crate::error::{EngineError, Result};
use crate::quant::BLOCK;

/// One transformer block.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each may go with any")]
pub struct LayerShape {
    /// Whether it sees only the window.
    pub local: bool,
    /// Query heads.
    pub heads: usize,
    /// Key/value heads.
    pub kv_heads: usize,
    /// Width of a head.
    pub head_width: usize,
    /// Width of the feed-forward part.
    pub feed_forward: usize,
    /// What queries are multiplied with.
    pub query_scale: f32,
    /// Whether values are normalised, without weights.
    pub values_normed: bool,
    /// Whether its heads are rotated by their positions.
    pub rotated: bool,
    /// The earlier layer whose keys and values it reads; `None` where it has its own.
    pub reads: Option<usize>,
    /// Whether its file makes values with the keys' matrix.
    pub values_from_keys: bool,
}

impl LayerShape {
    /// Values of all query heads of a token.
    pub fn query_width(&self) -> usize {
        self.heads * self.head_width
    }

    /// Values of all key heads of a token; as many are the values'.
    pub fn key_width(&self) -> usize {
        self.kv_heads * self.head_width
    }

    /// Rows of the fused query, key and value matrix.
    pub fn qkv_rows(&self) -> usize {
        self.query_width() + if self.reads.is_none() { 2 * self.key_width() } else { 0 }
    }
}

/// All layers, checked.
pub(super) fn layer_shapes(keys: &Keys<'_>, family: &Family, width: usize) -> Result<Vec<LayerShape>> {
    let count = keys.number("block_count", 512)?;
    let local = match family.windows {
        Windows::No => vec![false; count],
        Windows::Every(usual) => keys.local_layers(count, Some(usual))?,
        Windows::AsSaid => keys.local_layers(count, None)?,
    };
    let heads = keys.each("attention.head_count", count, 256)?;
    let kv_heads = if keys.has("attention.head_count_kv") {
        keys.each("attention.head_count_kv", count, 256)?
    } else {
        heads.clone()
    };
    let feed_forward = keys.each("feed_forward_length", count, 1 << 18)?;
    let said = keys.optional("attention.key_length", 1024)?;
    let global_head = said.or_else(|| heads.first().map(|heads| width / heads)).unwrap_or_default();
    let local_head = keys.optional("attention.key_length_swa", 1024)?.unwrap_or(global_head);
    keys.must_be("attention.value_length", global_head)?;
    keys.must_be("attention.value_length_swa", local_head)?;
    keys.must_be("rope.dimension_count", global_head)?;
    keys.must_be("rope.dimension_count_swa", local_head)?;
    let sharing = keys.count("attention.shared_kv_layers", count)?;
    let mut layers: Vec<LayerShape> = Vec::with_capacity(count);
    let numbers = local.into_iter().zip(heads).zip(kv_heads).zip(feed_forward);
    for (index, (((local, heads), kv_heads), feed_forward)) in numbers.enumerate() {
        let head_width = if local { local_head } else { global_head };
        let owners = count - sharing;
        let reads = if index < owners { None } else { Some(last_of_kind(&layers, owners, local, index)?) };
        let layer = LayerShape {
            local,
            heads,
            kv_heads,
            head_width,
            feed_forward,
            query_scale: match family.query_scale {
                QueryScale::OfWidth => 1.0 / (head_width as f32).sqrt(),
                QueryScale::One => 1.0,
            },
            values_normed: family.norms_values,
            rotated: family.unrotated_every == 0 || !(index + 1).is_multiple_of(family.unrotated_every),
            reads,
            values_from_keys: false,
        };
        check(&layer, layers.iter().find(|other| other.local == local), index)?;
        layers.push(layer);
    }
    Ok(layers)
}

/// The last layer with keys of its own that sees as far.
fn last_of_kind(layers: &[LayerShape], owners: usize, local: bool, index: usize) -> Result<usize> {
    let owner = layers.iter().take(owners).rposition(|layer| layer.local == local);
    owner.ok_or_else(|| {
        EngineError::model(format!(
            "layer {index} shares the keys of earlier layers, but none is of its kind"
        ))
    })
}

/// The kernels go by blocks of 32, and a cache page holds keys of one width for all layers of a kind.
fn check(layer: &LayerShape, first: Option<&LayerShape>, index: usize) -> Result<()> {
    if layer.head_width == 0
        || !layer.feed_forward.is_multiple_of(BLOCK)
        || !layer.head_width.is_multiple_of(BLOCK)
    {
        return Err(EngineError::model("the model's widths are not multiples of 32"));
    }
    if !layer.heads.is_multiple_of(layer.kv_heads) {
        return Err(EngineError::model("the query heads do not divide evenly among the key/value heads"));
    }
    if first.is_some_and(|first| first.kv_heads != layer.kv_heads) {
        return Err(EngineError::model(format!(
            "layer {index} has {} key/value heads, unlike earlier layers that see as far",
            layer.kv_heads
        )));
    }
    Ok(())
}
