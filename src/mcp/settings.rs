//! How a server is reached, and what can be asked of it.

use super::message::{object, with_fields};
use crate::json::raw_field;

/// The extension by which servers answer later.
const TASKS: &str = "io.modelcontextprotocol/tasks";

/// Which of the two protocols is spoken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Era {
    /// The newer one where the server speaks it, which is asked first.
    #[default]
    Auto,
    /// Without `initialize` and sessions, 2026-07-28.
    Modern,
    /// With both, up to 2025-11-25.
    Legacy,
}

/// How a server is reached.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Absolute, http or https.
    pub url: String,
    /// Sent with every request. What belongs to the protocol itself wins over them.
    pub headers: Vec<(String, String)>,
    /// What the client calls itself.
    pub client_name: String,
    /// Its version.
    pub client_version: String,
    /// Which protocol is spoken.
    pub era: Era,
    /// Whether a server of the modern era is asked about itself before the first call.
    pub probes: bool,
    /// What the page can do for servers: the protocol's `ClientCapabilities`, as JSON.
    pub capabilities: String,
    /// Whether the page can sign in.
    pub signs_in: bool,
    /// The longest that connecting may take, milliseconds; 0 for any time.
    pub connect_ms: f64,
    /// The longest that a call may take, counted anew when the server tells of progress; 0 for any time.
    pub call_ms: f64,
    /// The longest that a call may take whatever the server tells; 0 for any time.
    pub total_ms: f64,
    /// The most bytes of one reply that are kept.
    pub max_bytes: usize,
    /// What random delays are drawn from.
    pub seed: u64,
}

impl Settings {
    /// What the page can do, as servers of the modern era are told: and that this client asks after tasks.
    pub(super) fn modern_capabilities(&self) -> String {
        let known = raw_field(&self.capabilities, "extensions").unwrap_or("{}");
        let tasks = [(TASKS, "{}".to_owned())];
        let extensions = with_fields(known, &tasks).unwrap_or_else(|| object(&tasks));
        with_fields(&self.capabilities, &[("extensions", extensions)]).unwrap_or_default()
    }
}

/// A list that a server may offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Offer {
    /// What can be called.
    Tools,
    /// What can be read.
    Resources,
    /// Addresses with gaps to fill in.
    Templates,
    /// What can be asked of a model.
    Prompts,
}

impl Offer {
    /// All of them.
    pub const ALL: [Offer; 4] = [Offer::Tools, Offer::Resources, Offer::Templates, Offer::Prompts];

    /// The method that lists it.
    pub fn method(self) -> &'static str {
        match self {
            Offer::Tools => "tools/list",
            Offer::Resources => "resources/list",
            Offer::Templates => "resources/templates/list",
            Offer::Prompts => "prompts/list",
        }
    }

    /// The field of the answer that holds it.
    pub fn field(self) -> &'static str {
        match self {
            Offer::Tools => "tools",
            Offer::Resources => "resources",
            Offer::Templates => "resourceTemplates",
            Offer::Prompts => "prompts",
        }
    }

    /// What a server that offers it declares.
    pub(super) fn capability(self) -> &'static str {
        match self {
            Offer::Templates => "resources",
            other => other.field(),
        }
    }

    /// What an entry cannot do without.
    pub(super) fn key(self) -> &'static str {
        match self {
            Offer::Tools | Offer::Prompts => "name",
            Offer::Resources => "uri",
            Offer::Templates => "uriTemplate",
        }
    }
}

/// What the page can ask for.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// That the server is reached: resolves with who it says it is.
    Connect,
    /// All pages of a list.
    List(Offer),
    /// Any request; `params` is a JSON object.
    Request {
        /// Of the protocol, or of an extension.
        method: String,
        /// A JSON object.
        params: String,
    },
    /// What comes of a task that was begun before, by its name.
    Task(String),
    /// To be told when a resource changes, or no more.
    Watch {
        /// The resource.
        uri: String,
        /// Whether from now on, or no more.
        on: bool,
    },
}

impl What {
    /// The name of the task that is waited for.
    pub(super) fn task(&self) -> Option<&str> {
        if let What::Task(id) = self { Some(id) } else { None }
    }
}

/// A wish of the page, and how long it has.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// What is wanted.
    pub what: What,
    /// In place of the settings' time for a call.
    pub call_ms: Option<f64>,
    /// Whether asking twice does no more than asking once, so that it may be sent again when its fate is unknown.
    pub is_safe: bool,
}

impl Asked {
    /// A wish with the settings' times that must not be sent twice, unless it is of a kind that only reads.
    pub fn new(what: What) -> Self {
        let is_safe = match &what {
            What::Request { method, .. } => {
                matches!(method.as_str(), "resources/read" | "prompts/get" | "completion/complete")
            }
            _ => true,
        };
        Asked { what, call_ms: None, is_safe }
    }
}
