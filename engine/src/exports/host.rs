//! Decides the protocol behind the raw exports: a model on its way in, then one request at a time, in steps.

use crate::error::{EngineError, Result};
use crate::kernels::BUILD;
use crate::model::{Adapter, Loader};
use crate::session::{
    Draft, Engine, Generation, Request, Restoring, Scored, Scoring, Snapshot, Step, StopReason,
};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// All that one wasm instance holds.
#[derive(Debug, Default)]
pub struct Host {
    loader: Option<Loader>,
    /// Of the file's bytes, where it is wanted.
    digest: Option<Sha256>,
    engine: Option<Engine>,
    /// Read, and not yet in use.
    adapters: Vec<Adapter>,
    job: Option<Job>,
    /// A snapshot that is being handed out, and one that is being taken back.
    snapshot: Option<Snapshot>,
    restoring: Option<Restoring>,
    /// The last answer: JSON when a call ends something, a piece of text after a step of a generation.
    pub output: Vec<u8>,
}

#[derive(Debug)]
enum Job {
    Generation(Box<Generation>),
    Scoring(Box<Scoring>),
}

/// A step's status for the Worker; errors are -1.
pub const FAILED: i32 = -1;

impl Host {
    /// Begins a file; `total` below zero means that its length is unknown. With `digest`, the description at its end says
    /// the file's SHA-256.
    pub fn load_begin(&mut self, total: f64, digest: bool) -> i32 {
        *self = Self::default();
        self.digest = digest.then(Sha256::new);
        self.loader = Some(Loader::new((total >= 0.0).then_some(total as u64)));
        0
    }

    /// Takes the next bytes of the file.
    pub fn load_chunk(&mut self, bytes: &[u8]) -> i32 {
        if let Some(digest) = &mut self.digest {
            digest.update(bytes);
        }
        let fed = self.loader.as_mut().map_or_else(
            || Err(EngineError::request("no model is being loaded")),
            |loader| loader.feed(bytes),
        );
        if fed.is_err() {
            self.loader = None;
        }
        self.answer(fed.map(|()| (0, String::new())))
    }

    /// Ends the file; the answer is the model's description.
    pub fn load_end(&mut self, context: usize) -> i32 {
        let model = self
            .loader
            .take()
            .map_or_else(|| Err(EngineError::request("no model is being loaded")), Loader::finish);
        let sha256 = self.digest.take().map(|digest| hexadecimal(&digest.finalize()));
        let described = model.map(|model| {
            let engine = Engine::new(model, context);
            let model = engine.model();
            let vocabulary = model.tokenizer.vocabulary();
            let piece = |id| String::from_utf8_lossy(vocabulary.piece(id));
            let info = json!({
                "name": model.name, "architecture": model.config.family.name, "contextSize": engine.context(),
                "vocabulary": vocabulary.len(), "build": BUILD, "sha256": sha256,
                "chatTemplate": model.chat_template, "bos": piece(vocabulary.bos), "eos": piece(vocabulary.eos),
            });
            self.engine = Some(engine);
            (0, info.to_string())
        });
        self.answer(described)
    }

    /// Reads an adapter for the model, which [`Host::adapt`] puts to use; one that cannot be read takes those before it along. 1
    /// for one that teaches to compose.
    pub fn adapter(&mut self, bytes: &[u8], scale: f32) -> i32 {
        let read = self.resting().and_then(|engine| Adapter::read(bytes, engine.model(), scale));
        let kept = match read {
            Ok(adapter) => {
                let composes = i32::from(adapter.composes());
                self.adapters.push(adapter);
                Ok((composes, String::new()))
            }
            Err(error) => {
                self.adapters.clear();
                Err(error)
            }
        };
        self.answer(kept)
    }

    /// Puts the adapters that were read since the last time in the place of those in use; only between requests. The answer
    /// tells these from others, in hexadecimal; it is empty where there are none.
    pub fn adapt(&mut self) -> i32 {
        let adapters = std::mem::take(&mut self.adapters);
        let digest =
            adapters.iter().fold(Sha256::new(), |digest, adapter| digest.chain_update(adapter.digest()));
        let mut told = if adapters.is_empty() { String::new() } else { hexadecimal(&digest.finalize()) };
        // Enough for a file's name.
        told.truncate(16);
        let adapted = self.resting().map(|engine| engine.adapt(adapters));
        self.answer(adapted.map(|()| (0, told)))
    }

    /// Counts the tokens of a text.
    pub fn count_tokens(&mut self, text: &[u8]) -> i32 {
        let text = String::from_utf8_lossy(text);
        let counted = self.engine().map(|engine| (engine.count_tokens(&text) as i32, String::new()));
        self.answer(counted)
    }

    /// Begins a request; whatever was under way ends.
    pub fn begin(&mut self, request: &[u8]) -> i32 {
        self.cancel();
        let begun = self.start(request).map(|warnings| (0, warnings));
        self.answer(begun)
    }

    fn start(&mut self, request: &[u8]) -> Result<String> {
        let engine = self.engine()?;
        match Request::parse(request)? {
            Request::Generate(request) => {
                let warnings =
                    request.grammar.as_ref().map(|grammar| grammar.warnings.clone()).unwrap_or_default();
                self.job = Some(Job::Generation(Box::new(Generation::new(engine, request)?)));
                Ok(json!({ "warnings": warnings }).to_string())
            }
            Request::Compare(request) => {
                let alike = engine.compare(&request.words, &request.others);
                Ok(json!({ "alike": alike }).to_string())
            }
            Request::Score(request) => {
                self.job = Some(Job::Scoring(Box::new(Scoring::new(engine, &request)?)));
                Ok(json!({}).to_string())
            }
        }
    }

    /// One step: 0 prefill, 1 decode, 2 done; the output is a piece of text, or the result once done.
    pub fn step(&mut self) -> i32 {
        let stepped = self.advance();
        if stepped.is_err() {
            self.cancel();
        }
        self.answer(stepped)
    }

    fn advance(&mut self) -> Result<(i32, String)> {
        let (Some(engine), Some(job)) = (&mut self.engine, &mut self.job) else {
            return Err(EngineError::request("no request is under way"));
        };
        let step = match job {
            Job::Generation(generation) => generation.step(engine)?,
            Job::Scoring(scoring) => scoring.step(engine)?,
        };
        let text = match (&mut *job, step) {
            (Job::Generation(generation), Step::Done) => told(generation).to_string(),
            (Job::Generation(generation), _) => generation.take_text(),
            (Job::Scoring(scoring), Step::Done) => {
                let scores = scoring.scores();
                let one = |scored: &Scored| {
                    json!({
                        "logProb": scored.log_probability, "tokens": scored.tokens, "cachedTokens": scored.cached,
                    })
                };
                json!({ "scores": scores.iter().map(one).collect::<Vec<_>>() }).to_string()
            }
            (Job::Scoring(_), _) => String::new(),
        };
        let told = match (&*job, step) {
            // The first tokens come with the last of the prompt.
            (Job::Generation(_), Step::Prefill) if !text.is_empty() => (Step::Decode, text),
            (Job::Generation(generation), Step::Prefill) => (step, generation.read_part(engine).to_string()),
            _ => (step, text),
        };
        if step == Step::Done {
            self.cancel();
        }
        Ok((told.0 as i32, told.1))
    }

    /// Ends the request under way; what it learned of its prefix stays.
    pub fn cancel(&mut self) {
        match (self.job.take(), &mut self.engine) {
            (Some(Job::Scoring(scoring)), Some(engine)) => scoring.finish(engine),
            (Some(Job::Generation(generation)), Some(engine)) => generation.finish(engine),
            _ => {}
        }
    }

    /// Begins a snapshot of what the engine remembers, of at most so many bytes; only between requests.
    pub fn snapshot_begin(&mut self, most_bytes: usize) -> i32 {
        self.snapshot = None;
        let snapshot = self.resting().and_then(|engine| engine.snapshot(most_bytes));
        let begun = snapshot.map(|snapshot| self.snapshot = Some(snapshot));
        self.answer(begun.map(|()| (0, String::new())))
    }

    /// Leaves the snapshot's next part in the output; the status is 0 once there is none.
    pub fn snapshot_part(&mut self) -> i32 {
        match self.snapshot.as_mut().and_then(Iterator::next) {
            Some(part) => {
                self.output = part;
                1
            }
            None => {
                self.snapshot = None;
                0
            }
        }
    }

    /// Begins to take a snapshot back; only between requests.
    pub fn restore_begin(&mut self) -> i32 {
        let begun = self.resting().and_then(Engine::restoring);
        let begun = begun.map(|restoring| self.restoring = Some(restoring));
        self.answer(begun.map(|()| (0, String::new())))
    }

    /// Takes the snapshot's next bytes.
    pub fn restore_part(&mut self, bytes: &[u8]) -> i32 {
        let restoring =
            self.restoring.as_mut().ok_or_else(|| EngineError::request("no snapshot is being read"));
        let pushed = restoring.and_then(|restoring| restoring.push(bytes));
        if pushed.is_err() {
            self.restoring = None;
        }
        self.answer(pushed.map(|()| (0, String::new())))
    }

    /// Ends the snapshot; the status is the number of its prefixes.
    pub fn restore_end(&mut self) -> i32 {
        let restoring =
            self.restoring.take().ok_or_else(|| EngineError::request("no snapshot is being read"));
        let restored = restoring.and_then(|restoring| self.resting()?.restore(restoring));
        self.answer(restored.map(|count| (count as i32, String::new())))
    }

    /// Tokens that the engine has learned so far, modulo 2³²; 0 without a model.
    pub fn learned(&self) -> u32 {
        self.engine.as_ref().map_or(0, Engine::learned)
    }

    /// The engine, where nothing is under way.
    fn resting(&mut self) -> Result<&mut Engine> {
        if self.job.is_some() {
            return Err(EngineError::request("a request is under way; end it first"));
        }
        self.engine()
    }

    fn engine(&mut self) -> Result<&mut Engine> {
        self.engine.as_mut().ok_or_else(|| EngineError::request("no model is loaded; call load first"))
    }

    fn answer(&mut self, result: Result<(i32, String)>) -> i32 {
        match result {
            Ok((status, text)) => {
                self.output = text.into_bytes();
                status
            }
            Err(error) => {
                self.output =
                    json!({ "code": error.code.name(), "message": error.message }).to_string().into_bytes();
                FAILED
            }
        }
    }
}

/// The first text with what all of them cost, and the others.
fn told(generation: &Generation) -> Value {
    let text = |draft: &Draft| {
        let fields = [
            ("text", draft.text().into()),
            ("stopReason", draft.stop_reason.map(StopReason::name).into()),
            ("logProb", draft.log_probability.into()),
            ("stoppedAt", draft.stopped_at.clone().into()),
        ];
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<Map<String, Value>>()
    };
    let mut texts = generation.drafts().iter().map(text);
    let mut told = texts.next().unwrap_or_default();
    told.insert("others".to_owned(), texts.collect());
    told.insert("promptTokens".to_owned(), generation.prompt_tokens.into());
    told.insert("cachedTokens".to_owned(), generation.cached_tokens.into());
    told.insert("outputTokens".to_owned(), generation.output_tokens().into());
    told.into()
}

fn hexadecimal(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
