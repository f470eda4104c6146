//! One request from its first line to its reply: what is looked at in which order, and what the host is asked in between.
//!
//! ```text
//! begin ─► reply                        the page, a wrong method, who may not ask
//!       ─► Tools ─► reply               the list, a tool, an unknown name
//!                ─► Body ─► reply       validate
//!                ─► Authorise ─► Body ─► Call ─► reply
//! ```
//!
//! The document looks at the body before it asks who calls (its order 3 and 4), the protocol after that. No reply shows which; so the body
//! of a stranger is not read.

use super::guard;
use super::page::Page;
use super::reply::Reply;
use super::request::Request;
use super::route::{self, Route};
use super::settings::Settings;
use super::tools::{Failure, Listed, Tools, verdict};
use crate::json::{self, Read};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What is the same for all requests.
pub struct ToolApi {
    settings: Settings,
    page: Page,
    /// Whether the tools that are known never change.
    is_fixed: bool,
    /// The tools that were told of last, and how: what says the same again is not read again, and its schemas stay compiled.
    known: RefCell<Option<(String, Rc<Tools>)>>,
    running: Cell<u64>,
}

/// What comes next.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// It is over.
    Reply(Reply),
    /// The host says which tools there are, to [`Exchange::tools`].
    Tools,
    /// The host finds out who asks, for [`Exchange::authorised`].
    Authorise,
    /// The host reads the body, for [`Exchange::body`].
    Body,
    /// The host calls this tool, for [`Exchange::answered`].
    Call {
        /// As it is listed.
        name: String,
        /// JSON.
        args: String,
    },
}

/// What has become of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The tool came back.
    Returned {
        /// MCP content.
        content: Value,
        /// What the tool itself calls an error.
        is_error: bool,
        /// Empty for none.
        trace_id: String,
    },
    /// The tool threw, with these words.
    Threw(String),
    /// The host has waited long enough.
    TookTooLong,
}

impl ToolApi {
    /// `tools` are those that never change, a list as JSON; without, the host is asked each time. The error says which of them is no tool.
    pub fn new(settings: Settings, tools: Option<&str>) -> Read<Self> {
        let page = Page::new(&settings);
        let (known, running) = (RefCell::default(), Cell::new(0));
        let api = ToolApi { page, settings, is_fixed: tools.is_some(), known, running };
        tools.map(|told| api.read(told)).transpose()?;
        Ok(api)
    }

    fn read(&self, told: &str) -> Read<Rc<Tools>> {
        if let Some((_, tools)) = self.known.borrow().as_ref().filter(|(known, _)| known == told) {
            return Ok(tools.clone());
        }
        let tools = Rc::new(Tools::read(told)?);
        *self.known.borrow_mut() = Some((told.to_owned(), tools.clone()));
        Ok(tools)
    }

    fn fixed(&self) -> Option<Rc<Tools>> {
        self.known.borrow().as_ref().filter(|_| self.is_fixed).map(|(_, tools)| tools.clone())
    }

    /// Whether a path is one of this API.
    pub fn matches(&self, path: &str) -> bool {
        route::below(path, &self.settings.prefix).is_some()
    }

    /// Begins with a request.
    pub fn begin(self: &Rc<Self>, request: Request) -> (Exchange, Next) {
        let path = route::below(&request.path, &self.settings.prefix);
        let route = path.map_or(Route::Unknown, |path| route::of(&request.method, path));
        let mut exchange = Exchange { api: self.clone(), route, request, tool: None, counts: false };
        let next = exchange.begun();
        (exchange, next)
    }
}

/// A request under way. Dropping it gives its place free.
pub struct Exchange {
    api: Rc<ToolApi>,
    route: Route,
    request: Request,
    tool: Option<Rc<Listed>>,
    /// Whether it counts among those that run.
    counts: bool,
}

impl Exchange {
    fn begun(&mut self) -> Next {
        let settings = &self.api.settings;
        if let Some(refused) = guard::wrong_host(&self.request, settings) {
            return Next::Reply(refused);
        }
        let refused = match &self.route {
            Route::Unknown => Some(Reply::error(404, "Not found")),
            Route::WrongMethod(allowed) if self.request.method == "OPTIONS" => {
                Some(Reply::new(204, "application/json", String::new()).with("allow", *allowed))
            }
            Route::WrongMethod(allowed) => {
                Some(Reply::error(405, "Method not allowed").with("allow", *allowed))
            }
            Route::Page => Some(self.api.page.reply()),
            Route::List | Route::Detail(_) => None,
            Route::Call(_) if !settings.allow_execute => {
                Some(Reply::error(403, "Tool execution is disabled."))
            }
            Route::Call(_) | Route::Validate(_) => guard::wrong_sender(&self.request, settings)
                .or_else(|| guard::too_long(&self.request, settings)),
        };
        match (refused, self.api.fixed()) {
            (Some(reply), _) => Next::Reply(self.headed(reply)),
            (None, Some(tools)) => self.among(&tools),
            (None, None) => Next::Tools,
        }
    }

    /// Goes on with the tools that there are, a list as JSON. Where the host has none to tell, it has failed.
    pub fn tools(&mut self, told: Option<&str>) -> Next {
        match told.map(|told| self.api.read(told)) {
            Some(Ok(tools)) => self.among(&tools),
            _ => Next::Reply(Reply::error(500, "The tools could not be listed.")),
        }
    }

    fn among(&mut self, tools: &Tools) -> Next {
        let (Route::Detail(name) | Route::Validate(name) | Route::Call(name)) = &self.route else {
            return Next::Reply(self.headed(Reply::new(200, "application/json", tools.summary.clone())));
        };
        let Some(tool) = tools.get(name) else {
            return Next::Reply(self.headed(Reply::error(404, &format!("Tool not found: {name}"))));
        };
        if matches!(self.route, Route::Detail(_)) {
            return Next::Reply(self.headed(Reply::new(200, "application/json", tool.detail())));
        }
        self.tool = Some(tool.clone());
        let is_guarded = self.api.settings.asks_who && matches!(self.route, Route::Call(_));
        if is_guarded { Next::Authorise } else { Next::Body }
    }

    /// Goes on where somebody may call, or may not.
    pub fn authorised(&mut self, may: bool) -> Next {
        if may { Next::Body } else { Next::Reply(Reply::error(401, "Unauthorized")) }
    }

    /// Goes on with the body; without it where it was longer than it may be.
    pub fn body(&mut self, body: Option<&[u8]>) -> Next {
        let settings = &self.api.settings;
        let Some(body) = body.filter(|body| body.len() as u64 <= settings.body_bytes) else {
            return Next::Reply(guard::over(settings));
        };
        let read = read(body);
        let Some(tool) = self.tool.clone() else { return Next::Reply(Reply::error(404, "Not found")) };
        if matches!(self.route, Route::Validate(_)) {
            return Next::Reply(match read {
                Ok(args) => Reply::new(200, "application/json", verdict(&tool.check(&args))),
                Err(problem) => {
                    let failure = Failure::new(format!("Invalid JSON: {problem}"), "format");
                    Reply::new(400, "application/json", verdict(&[failure]))
                }
            });
        }
        let args = match read {
            Ok(args) if args.is_object() => args,
            Ok(_) if settings.strict_json => {
                return Next::Reply(Reply::error(400, "The body is no JSON object."));
            }
            Err(problem) if settings.strict_json => {
                return Next::Reply(Reply::error(400, &format!("The body is no JSON: {problem}")));
            }
            _ => json!({}),
        };
        if settings.checks_arguments {
            let failures = tool.check(&args);
            if !failures.is_empty() {
                let lines: Vec<String> = failures.iter().map(Failure::line).collect();
                let words = format!("The arguments do not fit: {}", lines.join("; "));
                return Next::Reply(Reply::failed(settings.error_status, &words));
            }
        }
        let running = self.api.running.get();
        if running >= settings.concurrency {
            return Next::Reply(Reply::error(429, "Too many calls are running.").with("retry-after", "1"));
        }
        self.api.running.set(running + 1);
        self.counts = true;
        Next::Call { name: tool.name.clone(), args: json::text(&args) }
    }

    /// Ends with what has become of the call.
    pub fn answered(&mut self, answer: Answer) -> Reply {
        let was_called = self.free();
        let settings = &self.api.settings;
        match answer {
            Answer::Returned { content, is_error, trace_id } => {
                let status = if is_error { settings.error_status } else { 200 };
                Reply::called(status, &content, is_error, Some(&trace_id))
            }
            Answer::Threw(words) if settings.exposes_errors => Reply::failed(500, &words),
            Answer::Threw(_) => Reply::failed(500, "The tool failed."),
            Answer::TookTooLong if !was_called => Reply::error(408, "The body has not come in time."),
            Answer::TookTooLong => Reply::failed(504, "The tool has not answered in time."),
        }
    }

    /// A reply without its body where only that is asked for.
    fn headed(&self, reply: Reply) -> Reply {
        if self.request.method == "HEAD" { Reply { body: String::new(), ..reply } } else { reply }
    }

    /// Gives its place free, if it had one.
    fn free(&mut self) -> bool {
        let counted = std::mem::take(&mut self.counts);
        if counted {
            self.api.running.set(self.api.running.get().saturating_sub(1));
        }
        counted
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        self.free();
    }
}

/// The JSON of a body; a mark of the byte order in front counts for nothing.
fn read(body: &[u8]) -> Result<Value, String> {
    let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    let text = std::str::from_utf8(body).map_err(|_| "it is not UTF-8".to_owned())?;
    json::parse(text).map_err(|problem| problem.to_string())
}
