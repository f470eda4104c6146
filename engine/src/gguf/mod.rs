//! Decides what a GGUF file says: metadata, tokenizer arrays, and where each tensor lies. Every read is bounded.

mod cursor;
mod metadata;
mod tensor;
mod unread;

pub use metadata::{Metadata, StringTable, Value};
pub use tensor::{TensorInfo, TensorType};

use crate::error::{EngineError, Result};
use cursor::{Cursor, Stop};

/// A header longer than this is refused: the largest real vocabularies need about 20 MB.
pub const MAX_HEADER_BYTES: usize = 128 << 20;
const MAX_TENSORS: u64 = 16_384;
const DEFAULT_ALIGNMENT: u64 = 32;

/// All that precedes the tensor data.
#[derive(Debug)]
pub struct Header {
    /// Keys and values.
    pub metadata: Metadata,
    /// Tensors in the order of their data, none overlapping.
    pub tensors: Vec<TensorInfo>,
    /// Where the tensor data begins in the file.
    pub data_start: u64,
}

impl Header {
    /// Reads the header from the file's first bytes; `None` when more of them are needed.
    pub fn parse(bytes: &[u8]) -> Result<Option<Header>> {
        match read(&mut Cursor::new(bytes)) {
            Ok(header) => Ok(Some(header)),
            Err(Stop::More) if bytes.len() < MAX_HEADER_BYTES => Ok(None),
            Err(Stop::More) => Err(EngineError::model("the GGUF header is longer than 128 MiB")),
            Err(Stop::Invalid(message)) => Err(EngineError::model(message)),
        }
    }

    /// The length that the file must have, by its own account.
    pub fn file_length(&self) -> u64 {
        self.tensors.last().map_or(self.data_start, |last| self.data_start.saturating_add(last.end()))
    }
}

fn read(cursor: &mut Cursor<'_>) -> std::result::Result<Header, Stop> {
    if cursor.take(4)? != b"GGUF" {
        return Err(Stop::Invalid("the file is not GGUF: it does not begin with the letters GGUF".into()));
    }
    let version = cursor.u32()?;
    if !(2..=3).contains(&version) {
        return Err(Stop::Invalid(format!(
            "GGUF version {version} is not supported; convert the file to version 3"
        )));
    }
    let tensor_count = cursor.u64()?;
    if tensor_count > MAX_TENSORS {
        return Err(Stop::Invalid(format!("the GGUF header claims {tensor_count} tensors")));
    }
    let metadata = Metadata::read(cursor)?;
    let mut tensors = Vec::new();
    for _ in 0..tensor_count {
        tensors.push(TensorInfo::read(cursor)?);
    }
    tensors.sort_by_key(|tensor: &TensorInfo| tensor.offset);
    let overlap = tensors.iter().zip(tensors.iter().skip(1)).find(|(one, next)| one.end() > next.offset);
    if let Some((one, next)) = overlap {
        return Err(Stop::Invalid(format!("tensors {} and {} overlap", one.name, next.name)));
    }
    let alignment = metadata.integer("general.alignment").unwrap_or(DEFAULT_ALIGNMENT);
    if !alignment.is_power_of_two() || alignment > 1 << 20 {
        return Err(Stop::Invalid(format!("the alignment {alignment} is not a power of two")));
    }
    let data_start = (cursor.position() as u64).next_multiple_of(alignment);
    Ok(Header { metadata, tensors, data_start })
}
