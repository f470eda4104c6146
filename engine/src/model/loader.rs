//! Decides how a file becomes a model while it arrives: each row is converted as soon as its bytes are there, so that the
//! file is never held whole.

use super::plan::{forms, plan};
use super::tensors::{Place, Stored, Table};
use super::weights::Tables;
use super::{Config, Model, Weights, footprint};
use crate::error::{EngineError, Result};
use crate::gguf::{Header, Metadata};
use crate::tokenizer::{SortedPieces, Tokenizer};

/// The first attempt to read the header; later ones when half as much again has arrived.
const FIRST_ATTEMPT_BYTES: usize = 64 << 10;

/// A file on its way in.
#[derive(Debug)]
pub struct Loader {
    total: Option<u64>,
    /// What has arrived and is not yet used; it begins at `position` in the file.
    pending: Vec<u8>,
    position: u64,
    next_attempt: usize,
    body: Option<Body>,
}

#[derive(Debug)]
struct Body {
    model: Model,
    header: Header,
    places: Vec<Place>,
    tensor: usize,
    row: usize,
}

impl Loader {
    /// `total` is the file's length, where it is known: what claims to be longer is refused before anything is allocated.
    pub fn new(total: Option<u64>) -> Self {
        Self { total, pending: Vec::new(), position: 0, next_attempt: FIRST_ATTEMPT_BYTES, body: None }
    }

    /// Takes the next bytes of the file, in pieces of any size.
    pub fn feed(&mut self, chunk: &[u8]) -> Result<()> {
        self.pending.try_reserve(chunk.len()).map_err(|_| EngineError::memory(chunk.len()))?;
        self.pending.extend_from_slice(chunk);
        if self.body.is_none() {
            let foreign = self.pending.iter().zip(b"GGUF").any(|(one, other)| one != other);
            if self.pending.len() < self.next_attempt && !foreign {
                return Ok(());
            }
            self.next_attempt = self.pending.len() / 2 * 3;
            self.open()?;
        }
        self.convert();
        Ok(())
    }

    /// The model, once the whole file has arrived.
    pub fn finish(mut self) -> Result<Model> {
        if self.body.is_none() {
            self.open()?;
            self.convert();
        }
        let arrived = self.position + self.pending.len() as u64;
        match self.body {
            Some(body) if body.tensor == body.places.len() => Ok(body.model),
            Some(body) => {
                let needed = body.header.file_length();
                Err(EngineError::model(format!(
                    "the GGUF file is cut short: {arrived} of {needed} bytes arrived"
                )))
            }
            None => Err(EngineError::model(format!(
                "the GGUF file is cut short: its header does not end within {arrived} bytes"
            ))),
        }
    }

    /// Reads the header if all of it is there, and makes room for the weights.
    fn open(&mut self) -> Result<()> {
        let Some(mut header) = Header::parse(&self.pending)? else { return Ok(()) };
        let length = header.file_length();
        if let Some(total) = self.total.filter(|total| *total < length) {
            return Err(EngineError::model(format!("the GGUF file is cut short: {total} of {length} bytes")));
        }
        let mut config = Config::new(&header.metadata)?;
        let tokenizer = Tokenizer::new(&header.metadata)?;
        let vocabulary = tokenizer.vocabulary().len();
        let places = plan(&config, vocabulary, &header.tensors)?;
        for place in &places {
            if let Place::KeysAndValues(layer, ..) = place
                && let Some(shape) = config.layers.get_mut(*layer)
            {
                shape.values_from_keys = true;
            }
        }
        let table = |wanted: Table| {
            let is_it = |place: &Place| matches!(place, Place::Table(table) if *table == wanted);
            header.tensors.iter().zip(&places).find(|(_, place)| is_it(place)).map(|(tensor, _)| tensor)
        };
        let tables = Tables { embedding: table(Table::Embedding), per_layer: table(Table::PerLayer) };
        let forms = forms(&header.tensors, &places);
        footprint::check(&config, vocabulary, &forms, &tables)?;
        let pieces = SortedPieces::new(tokenizer.vocabulary());
        let name = header.metadata.text("general.name").unwrap_or(config.family.name).to_owned();
        let chat_template = header.metadata.text("tokenizer.chat_template").map(str::to_owned);
        // A WebAssembly memory never shrinks: what the header took is given back before the weights need room.
        header.metadata = Metadata::default();
        let used = self.pending.len().min(usize::try_from(header.data_start).unwrap_or(usize::MAX));
        self.pending.drain(..used);
        self.pending.shrink_to_fit();
        self.position = used as u64;
        let weights = Weights::new(&config, vocabulary, &forms, &tables)?;
        let model = Model { name, chat_template, config, weights, tokenizer, pieces, adapters: Vec::new() };
        self.body = Some(Body { model, header, places, tensor: 0, row: 0 });
        Ok(())
    }

    /// Converts the rows that are complete.
    fn convert(&mut self) {
        let Some(body) = &mut self.body else { return };
        let mut used = 0usize;
        while let (Some(tensor), Some(place)) =
            (body.header.tensors.get(body.tensor), body.places.get(body.tensor))
        {
            if body.row == tensor.rows {
                (body.tensor, body.row) = (body.tensor + 1, 0);
                continue;
            }
            let start = body.header.data_start + tensor.offset + (body.row * tensor.row_bytes) as u64;
            let skipped = start.saturating_sub(self.position);
            let begin = usize::try_from(skipped).unwrap_or(usize::MAX);
            let there = self.pending.get(begin..).map_or(0, |bytes| bytes.len() / tensor.row_bytes);
            let rows = there.min(tensor.rows - body.row);
            let end = begin.saturating_add(rows * tensor.row_bytes);
            let Some(bytes) = self.pending.get(begin..end).filter(|_| rows > 0) else {
                used = used.max(begin.min(self.pending.len()));
                break;
            };
            let (kind, columns, row_bytes) = (tensor.kind, tensor.columns, tensor.row_bytes);
            let stored = Stored { kind, columns, row_bytes, bytes };
            place.store(&mut body.model.weights, body.row, stored);
            used = end;
            body.row += rows;
        }
        if body.tensor == body.places.len() {
            used = self.pending.len();
        }
        self.pending.drain(..used);
        self.position += used as u64;
    }
}
