//! A client with a server that is a function, in a time that passes as fast as nothing happens.

use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use webmcp_auto_ui::error::{Code, Error};
use webmcp_auto_ui::mcp::{Action, Asked, Client, Era, Event, Failure, Fetch, Lane, Offer, Settings, What};
use webmcp_auto_ui::schema::Schema;

/// What a server does with a request.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    /// In pieces.
    pub body: Vec<Vec<u8>>,
    pub end: End,
}

/// How a reply ends.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum End {
    #[default]
    Whole,
    /// In the middle.
    Broken,
    /// Not at all.
    Open,
    /// No reply comes, and nobody says so.
    Never,
    /// No connection.
    Unreachable,
}

impl Reply {
    pub fn text(status: u16, kind: &str, body: &str) -> Self {
        let headers = vec![("content-type".to_owned(), kind.to_owned())];
        Reply { status, headers, body: vec![body.as_bytes().to_vec()], end: End::Whole }
    }

    pub fn json(status: u16, body: &Value) -> Self {
        Reply::text(status, "application/json", &body.to_string())
    }

    pub fn events(body: &str) -> Self {
        Reply::text(200, "text/event-stream", body)
    }

    pub fn accepted() -> Self {
        Reply { status: 202, ..Reply::default() }
    }

    pub fn never() -> Self {
        Reply { end: End::Never, ..Reply::default() }
    }

    pub fn unreachable() -> Self {
        Reply { end: End::Unreachable, ..Reply::default() }
    }

    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn ending(mut self, end: End) -> Self {
        self.end = end;
        self
    }

    pub fn cut(mut self, size: usize) -> Self {
        let all = self.body.concat();
        self.body = all.chunks(size).map(<[u8]>::to_vec).collect();
        self
    }
}

/// A request as servers see it.
pub struct Seen {
    pub lane: Lane,
    pub fetch: u32,
    pub method: &'static str,
    pub url: String,
    pub headers: Vec<(String, String)>,
    pub body: Value,
}

impl Seen {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    pub fn rpc(&self) -> &str {
        self.body["method"].as_str().unwrap_or_default()
    }

    /// The answer with this result.
    pub fn result(&self, result: Value) -> Reply {
        Reply::json(200, &json!({"jsonrpc": "2.0", "id": self.body["id"], "result": result}))
    }

    /// The same as an event of a stream, which goes on as `end` says.
    pub fn event(&self, result: Value) -> String {
        format!("data: {}\n\n", json!({"jsonrpc": "2.0", "id": self.body["id"], "result": result}))
    }

    pub fn error(&self, status: u16, error: Value) -> Reply {
        Reply::json(status, &json!({"jsonrpc": "2.0", "id": self.body["id"], "error": error}))
    }

    pub fn said(&self, text: &str) -> Reply {
        self.result(json!({"content": [{"type": "text", "text": text}]}))
    }
}

type Server = Box<dyn FnMut(&Seen) -> Reply>;

pub struct World {
    pub client: Client,
    pub now: f64,
    pub seen: Vec<Seen>,
    server: Server,
    /// What happens next.
    happening: VecDeque<Happening>,
    done: BTreeMap<u32, Result<String, Error>>,
    pub asks: Vec<(u32, Option<u32>, String, Value)>,
    pub unasked: Vec<u32>,
    pub told: Vec<(String, Value)>,
    pub progress: Vec<(u32, Value)>,
    pub tasks: Vec<(u32, Value)>,
    pub aborted: Vec<u32>,
    pub sign_ins: Vec<(u16, String)>,
    /// Fetches that have not ended.
    pub open: Vec<u32>,
    last_call: u32,
}

enum Happening {
    Sent(u32),
    Head(u32, u16, Vec<(String, String)>),
    Piece(u32, Vec<u8>),
    End(u32),
    Failed(u32, &'static str),
}

pub fn settings() -> Settings {
    Settings {
        url: "https://x.example/mcp".into(),
        headers: Vec::new(),
        client_name: "page".into(),
        client_version: "1".into(),
        era: Era::Auto,
        probes: true,
        capabilities: "{}".into(),
        signs_in: false,
        connect_ms: 20_000.0,
        call_ms: 60_000.0,
        total_ms: 600_000.0,
        max_bytes: 1 << 20,
        seed: 7,
    }
}

impl World {
    pub fn new(settings: Settings, server: impl FnMut(&Seen) -> Reply + 'static) -> Self {
        World {
            client: Client::new(settings),
            now: 1_000_000.0,
            seen: Vec::new(),
            server: Box::new(server),
            happening: VecDeque::new(),
            done: BTreeMap::new(),
            asks: Vec::new(),
            unasked: Vec::new(),
            told: Vec::new(),
            progress: Vec::new(),
            tasks: Vec::new(),
            aborted: Vec::new(),
            sign_ins: Vec::new(),
            open: Vec::new(),
            last_call: 0,
        }
    }

    pub fn event(&mut self, event: Event<'_>) {
        let actions = self.client.handle(self.now, event);
        for action in actions {
            match action {
                Action::Fetch(fetch) => self.fetch(fetch),
                Action::Abort(fetch) => {
                    self.open.retain(|open| *open != fetch);
                    self.aborted.push(fetch);
                }
                Action::Resolve(call, text) => {
                    assert!(self.done.insert(call, Ok(text)).is_none(), "{call} ends twice");
                }
                Action::ResolveChecked { call, result: text, tool, schema } => {
                    // As `js/mcp/output.ts` does.
                    let (schema, result): (Value, Value) =
                        (serde_json::from_str(&schema).unwrap(), serde_json::from_str(&text).unwrap());
                    let compiled = Schema::compile(&schema);
                    // Of what cannot be compiled nobody can say what it says.
                    let fits = compiled.map_or(true, |schema| schema.fits(&result["structuredContent"]));
                    let outcome = if fits {
                        Ok(text)
                    } else {
                        Err(Error::new(Code::Protocol, format!("'{tool}' does not fit.")))
                    };
                    assert!(self.done.insert(call, outcome).is_none(), "{call} ends twice");
                }
                Action::Reject(call, failure) => {
                    assert!(self.done.insert(call, Err(error(failure))).is_none(), "{call} ends twice");
                }
                Action::Progress(call, params) => {
                    self.progress.push((call, serde_json::from_str(&params).unwrap()));
                }
                Action::Task(call, told) => self.tasks.push((call, serde_json::from_str(&told).unwrap())),
                Action::Notify(method, params) => {
                    self.told.push((method, serde_json::from_str(&params).unwrap()));
                }
                Action::Ask { ask, call, method, params } => {
                    self.asks.push((ask, call, method, serde_json::from_str(&params).unwrap()));
                }
                Action::Unask(ask) => self.unasked.push(ask),
                Action::SignIn { status, challenge, .. } => self.sign_ins.push((status, challenge)),
                Action::Changed => {}
            }
        }
    }

    fn fetch(&mut self, Fetch { fetch, method, url, headers, body, lane }: Fetch) {
        let body = if body.is_empty() { Value::Null } else { serde_json::from_str(&body).unwrap() };
        let seen = Seen { lane, fetch, method, url, headers, body };
        let reply = (self.server)(&seen);
        self.seen.push(seen);
        self.open.push(fetch);
        self.happening.push_back(Happening::Sent(fetch));
        match reply.end {
            End::Never => return,
            End::Unreachable => return self.happening.push_back(Happening::Failed(fetch, "no connection")),
            _ => {}
        }
        self.happening.push_back(Happening::Head(fetch, reply.status, reply.headers));
        self.happening.extend(reply.body.into_iter().map(|piece| Happening::Piece(fetch, piece)));
        match reply.end {
            End::Whole => self.happening.push_back(Happening::End(fetch)),
            End::Broken => self.happening.push_back(Happening::Failed(fetch, "cut")),
            _ => {}
        }
    }

    /// Lets more of a reply that stays open arrive.
    pub fn send(&mut self, fetch: u32, text: &str) {
        self.happening.push_back(Happening::Piece(fetch, text.as_bytes().to_vec()));
    }

    pub fn close(&mut self, fetch: u32) {
        self.happening.push_back(Happening::End(fetch));
    }

    /// Until nothing happens but that time passes.
    pub fn settle(&mut self) {
        let mut happened = 0;
        while let Some(happening) = self.happening.pop_front() {
            happened += 1;
            assert!(happened < 20_000, "it goes round and round: {:?}", self.client.status());
            let (Happening::Sent(fetch)
            | Happening::Head(fetch, ..)
            | Happening::Piece(fetch, _)
            | Happening::End(fetch)
            | Happening::Failed(fetch, _)) = happening;
            if !self.open.contains(&fetch) {
                continue;
            }
            if matches!(happening, Happening::End(_) | Happening::Failed(..)) {
                self.open.retain(|open| *open != fetch);
            }
            match happening {
                Happening::Sent(fetch) => self.event(Event::Sent(fetch)),
                Happening::Head(fetch, status, headers) => self.event(Event::Head { fetch, status, headers }),
                Happening::Piece(fetch, bytes) => self.event(Event::Piece { fetch, bytes: &bytes }),
                Happening::End(fetch) => self.event(Event::End(fetch)),
                Happening::Failed(fetch, why) => self.event(Event::Failed { fetch, why: why.to_owned() }),
            }
        }
    }

    /// Lets so many milliseconds pass, and all that is due in them happen.
    pub fn pass(&mut self, ms: f64) {
        let until = self.now + ms;
        self.settle();
        let mut woken = 0;
        while let Some(at) = self.client.wake_ms().filter(|at| *at <= until) {
            woken += 1;
            assert!(woken < 20_000, "it wakes up for nothing: {:?}", self.client.status());
            self.now = self.now.max(at);
            self.event(Event::Time);
            self.settle();
        }
        self.now = until;
    }

    pub fn begin(&mut self, asked: Asked) -> u32 {
        self.last_call += 1;
        // Calls have numbers of their own, which may be those of requests.
        let call = self.last_call;
        self.event(Event::Call(call, asked));
        self.settle();
        call
    }

    /// What became of a call so far.
    pub fn outcome(&self, call: u32) -> Option<Result<Value, Error>> {
        self.done.get(&call).map(|outcome| outcome.clone().map(|text| serde_json::from_str(&text).unwrap()))
    }

    /// How a call ends, however long it takes; it must end within a day.
    pub fn end(&mut self, call: u32) -> Result<Value, Error> {
        self.settle();
        let give_up = self.now + 86_400_000.0;
        while self.outcome(call).is_none() {
            let wake = self.client.wake_ms();
            assert!(wake.is_some_and(|at| at < give_up), "the call hangs: {:?}", self.client.status());
            self.pass(wake.unwrap() - self.now);
        }
        self.outcome(call).unwrap()
    }

    pub fn ask(&mut self, what: What) -> Result<Value, Error> {
        let call = self.begin(Asked::new(what));
        self.end(call)
    }

    pub fn connect(&mut self) -> Result<Value, Error> {
        self.ask(What::Connect)
    }

    pub fn list(&mut self, offer: Offer) -> Result<Vec<Value>, Error> {
        let listed = self.ask(What::List(offer))?;
        Ok(listed[offer.field()].as_array().unwrap().clone())
    }

    pub fn request(&mut self, method: &str, params: Value) -> Result<Value, Error> {
        self.ask(what(method, params))
    }

    pub fn call(&mut self, name: &str, args: Value) -> Result<Value, Error> {
        self.request("tools/call", json!({"name": name, "arguments": args}))
    }

    /// What was called by JSON-RPC, in order.
    pub fn methods(&self) -> Vec<&str> {
        self.seen.iter().map(|seen| if seen.method == "POST" { seen.rpc() } else { seen.method }).collect()
    }

    pub fn last(&self, method: &str) -> &Seen {
        let mut found = self.seen.iter().rev();
        found.find(|seen| seen.rpc() == method || seen.method == method).unwrap()
    }
}

fn error(Failure { code, message, details }: Failure) -> Error {
    let details = details.map(|details| serde_json::from_str(&details).unwrap());
    Error { code, message, details }
}

pub fn what(method: &str, params: Value) -> What {
    What::Request { method: method.to_owned(), params: params.to_string() }
}

pub fn code(outcome: &Result<Value, Error>) -> Code {
    outcome.as_ref().unwrap_err().code
}

pub fn text(outcome: &Result<Value, Error>) -> &str {
    outcome.as_ref().unwrap()["content"][0]["text"].as_str().unwrap()
}
