//! A memory as JSON, for a saved session.

use super::background::Background;
use super::chunk::Source;
use super::embedder::Embedder;
use super::store::{Memory, MemoryOptions};
use crate::error::{Code, Error, Result};
use crate::json::FromJson;
use serde_json::{Value, json};
use std::rc::Rc;

/// Vectors are saved as whole numbers up to this: a byte each, and the angle changes by less than half a degree.
const SCALE: f32 = 127.0;

impl Memory {
    /// The chunks, where they came from, their vectors (as whole numbers from −127 to 127), and what these are
    /// measured against.
    pub fn to_json(&self) -> Value {
        let inner = self.inner.borrow();
        let chunks: Vec<Value> = inner
            .chunks
            .iter()
            .map(|(number, (text, source))| {
                let mut chunk =
                    json!({"text": text, "tool": source.tool, "query": source.query, "id": source.id});
                if let (Some(vector), Some(entry)) = (inner.vectors.get(number), chunk.as_object_mut()) {
                    entry.insert("vector".into(), json!(rounded(vector)));
                }
                chunk
            })
            .collect();
        let mut saved = json!({"version": 1, "chunks": chunks});
        if let (Some(background), Some(saved)) = (inner.background, saved.as_object_mut()) {
            saved.insert("background".into(), json!(background));
        }
        saved
    }

    /// Reads what [`Memory::to_json`] wrote. Fails with `invalid_argument`, naming the place.
    pub fn from_json(
        saved: &Value,
        options: MemoryOptions,
        embedder: Option<Rc<dyn Embedder>>,
    ) -> Result<Self> {
        let refuse =
            |problem: String| Error::new(Code::InvalidArgument, format!("The saved memory {problem}."));
        if saved.get("version").and_then(Value::as_u64) != Some(1) {
            return Err(refuse("is not of version 1; ingest the results again".into()));
        }
        let chunks = saved.get("chunks").and_then(Value::as_array);
        let chunks = chunks.ok_or_else(|| refuse("has no list 'chunks'".into()))?;
        let memory = Memory::new(options, embedder);
        if let Some(background) = saved.get("background") {
            let background = Background::from_json(background.clone()).ok().filter(Background::is_sound);
            let background = background
                .ok_or_else(|| refuse("has a bad 'background': ingest the results again".into()))?;
            memory.inner.borrow_mut().background = Some(background);
        }
        for (index, chunk) in chunks.iter().enumerate() {
            let field = |name: &str| {
                let text = chunk.get(name).and_then(Value::as_str);
                text.map(str::to_owned)
                    .ok_or_else(|| refuse(format!("has no text at chunks[{index}].{name}")))
            };
            let source = Source { tool: field("tool")?, query: field("query")?, id: field("id")? };
            let mut inner = memory.inner.borrow_mut();
            let number = inner.append(&field("text")?, source, options.max_chunks);
            if let Some(vector) = chunk.get("vector") {
                let vector = Vec::from_json(vector.clone())
                    .map_err(|_| refuse(format!("has no list of numbers at chunks[{index}].vector")))?;
                let vectors = inner.vectors.check(vec![vector], 1).map_err(|error| {
                    refuse(format!(
                        "has a bad chunks[{index}].vector: {}",
                        error.message.trim_end_matches('.')
                    ))
                })?;
                for vector in vectors {
                    inner.vectors.set(number, vector);
                }
            }
        }
        Ok(memory)
    }
}

fn rounded(vector: &[f32]) -> Vec<i8> {
    let largest = vector.iter().fold(0.0_f32, |largest, number| largest.max(number.abs()));
    vector.iter().map(|number| (number / largest * SCALE).round() as i8).collect()
}
