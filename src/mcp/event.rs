//! What happens to a client, and what it wants done about it: the client itself neither waits nor sends.

use super::failure::Failure;
use super::settings::Asked;

/// Something that has happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<'a> {
    /// The page asks for something, under a number of its own.
    Call(u32, Asked),
    /// The page does not want it any more.
    Cancel(u32),
    /// The page ends the connection. What is under way is refused.
    Disconnect,
    /// A request is being sent now: until then it waited for a connection.
    Sent(u32),
    /// The head of a reply; names of headers in lower case.
    Head {
        /// Of the request that it answers.
        fetch: u32,
        /// Such as 200.
        status: u16,
        /// Names and values.
        headers: Vec<(String, String)>,
    },
    /// More of a reply's body, cut anywhere.
    Piece {
        /// Of the request that it answers.
        fetch: u32,
        /// What has arrived.
        bytes: &'a [u8],
    },
    /// A reply's body is complete.
    End(u32),
    /// No reply came, or it broke off.
    Failed {
        /// Of the request.
        fetch: u32,
        /// In somebody else's words.
        why: String,
    },
    /// A time that was asked for has come.
    Time,
    /// Whoever was asked has answered.
    Answered {
        /// The question's number.
        ask: u32,
        /// JSON, or why there is none.
        outcome: Result<String, String>,
    },
    /// Signing in has ended: whether to send the refused requests again.
    SignedIn(Result<bool, Failure>),
    /// The browser has a network again, or none.
    Online(bool),
    /// The page is seen again, after it may have slept.
    Awake,
    /// Another client of the same server has heard that something has changed: method and parameters.
    Told(&'a str, &'a str),
    /// What this client keeps a connection open for.
    Listen(Listening),
}

/// What of all that a server may tell a client holds a connection for: others of its kind may do it for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Listening {
    /// All of it.
    #[default]
    All,
    /// What it alone has asked for.
    Own,
    /// None of it.
    Nothing,
}

/// Something to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Send a request; its events carry the number `fetch`.
    Fetch(Fetch),
    /// Stop a request; nothing is heard of it any more.
    Abort(u32),
    /// What the page asked for: JSON.
    Resolve(u32, String),
    /// As `Resolve`, once it is checked that what the result says to programs (`structuredContent`) fits the tool's schema.
    ResolveChecked {
        /// The call's number.
        call: u32,
        /// JSON.
        result: String,
        /// The tool's name.
        tool: String,
        /// JSON.
        schema: String,
    },
    /// Why the page does not get it.
    Reject(u32, Failure),
    /// How far a call has come: the parameters of the server's notification.
    Progress(u32, String),
    /// A call has become a task, which goes on without this client: what the server says of it.
    Task(u32, String),
    /// The server tells something: method and parameters.
    Notify(String, String),
    /// Ask the page or the person; `call` is what it belongs to, where that is known.
    Ask {
        /// The question's number.
        ask: u32,
        /// The call that waits for it.
        call: Option<u32>,
        /// `elicitation/create`, `sampling/createMessage` or `roots/list`.
        method: String,
        /// JSON.
        params: String,
    },
    /// A question is not open any more.
    Unask(u32),
    /// Sign in: the request `fetch` was refused with this status and challenge.
    SignIn {
        /// The request's number.
        fetch: u32,
        /// 401 or 403.
        status: u16,
        /// `WWW-Authenticate`; empty where the server does not show it.
        challenge: String,
    },
    /// Say how the client is doing, if anybody wants to know.
    Changed,
}

/// What a connection is for: browsers grant few, and those that stay open must not stand in the way of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// One answer.
    Request,
    /// What servers wait for in the middle of calls: all others may be waiting for it.
    Told,
    /// Whatever the server has to tell.
    Stream,
    /// All that the server says: without it nothing goes on.
    Session,
}

impl Lane {
    /// As JavaScript knows it.
    pub fn as_str(self) -> &'static str {
        match self {
            Lane::Request => "request",
            Lane::Told => "told",
            Lane::Stream => "stream",
            Lane::Session => "session",
        }
    }
}

/// A request to send.
#[derive(Clone, Debug, PartialEq)]
pub struct Fetch {
    /// Its number.
    pub fetch: u32,
    /// `GET`, `POST` or `DELETE`.
    pub method: &'static str,
    /// Absolute.
    pub url: String,
    /// Names and values.
    pub headers: Vec<(String, String)>,
    /// Empty for none.
    pub body: String,
    /// What its connection is for.
    pub lane: Lane,
}
