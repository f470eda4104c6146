//! What a client keeps in mind: requests and replies under way, calls, the way to the server.

use super::event::Listening;
use super::failure::Failure;
use super::message;
use super::reading::Reading;
use super::settings::{Asked, Era};

/// What an HTTP request is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Purpose {
    /// The answer to the JSON-RPC request of that number comes by it.
    Request(u32),
    /// It only tells the server something.
    Told,
    /// Whatever the server has to tell comes by it.
    Stream,
}

/// An HTTP request under way.
#[derive(Debug)]
pub(super) struct Exchange {
    pub(super) purpose: Purpose,
    pub(super) reading: Reading,
    pub(super) status: u16,
    /// When something came by it last, milliseconds.
    pub(super) heard_ms: f64,
    /// Its answer is there: what else comes is waited for until then.
    pub(super) linger_until: Option<f64>,
}

/// What a JSON-RPC request of ours is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum For {
    Call(u32),
    Initialize,
    Discover,
    /// A list of tools, because the headers of this call no longer fit.
    Relist(u32),
    /// To hear what changes.
    Listen,
}

/// A JSON-RPC request of ours that has no answer yet.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) id: u32,
    pub(super) purpose: For,
    pub(super) method: String,
    pub(super) params: String,
    pub(super) generation: u32,
    pub(super) has_session: bool,
    pub(super) sent_ms: f64,
    /// What its answer comes by; none while the stream is broken, or where the answer comes by another.
    pub(super) fetch: Option<u32>,
    pub(super) resume: Option<Resume>,
    /// What the head of its reply has named.
    pub(super) session_id: Option<String>,
    pub(super) sign_ins: u32,
}

/// A stream that broke off, and when to go on with it.
#[derive(Clone, Debug)]
pub(super) struct Resume {
    pub(super) last_id: String,
    pub(super) failures: u32,
    pub(super) at: f64,
}

/// How far a call has come.
#[derive(Debug)]
pub(super) enum Step {
    /// Until the server is reached.
    Waiting,
    /// Until that time, milliseconds.
    Later(f64),
    /// Until there is an answer to this request.
    Sent(u32),
    /// Until the page has answered what the server asked.
    Asking(Round),
    /// Until somebody has signed in, or the tools are listed anew.
    Held,
}

/// What a server wants to know before it goes on with a call.
#[derive(Debug)]
pub(super) struct Round {
    /// By the server's keys, the answers that are there.
    pub(super) answers: Vec<(String, Option<String>)>,
    /// To be handed back as it is.
    pub(super) state: Option<String>,
    /// Of a request that was refused until something was done elsewhere: what the page gets where it is not done.
    pub(super) refused: Option<Failure>,
}

impl Round {
    /// The answers as JSON, once all are there.
    pub(super) fn responses(&self) -> Option<String> {
        let all: Option<Vec<(&str, String)>> =
            self.answers.iter().map(|(key, answer)| Some((key.as_str(), answer.clone()?))).collect();
        Some(message::object(&all?))
    }
}

/// How soon a task is asked after where its server does not say, milliseconds.
const USUAL_MS: f64 = 1_000.0;

/// A task that a call waits for.
#[derive(Debug)]
pub(super) struct Task {
    pub(super) id: String,
    pub(super) poll_ms: f64,
    /// How often in a row nobody answered how it stands.
    pub(super) lost: u32,
    /// Keys of what it has asked: it may tell of them until it has read the answers.
    pub(super) asked: Vec<String>,
    /// What it said of itself last.
    pub(super) said: Option<String>,
}

impl Task {
    pub(super) fn of(id: String) -> Self {
        Task { id, poll_ms: USUAL_MS, lost: 0, asked: Vec::new(), said: None }
    }
}

/// Something that the page has asked for.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) asked: Asked,
    pub(super) step: Step,
    /// When it is given up unless the server tells of progress, and when in any case.
    pub(super) deadline: Option<f64>,
    pub(super) cap: Option<f64>,
    /// Since when a question of the server is open that may hold it up.
    pub(super) asked_since: Option<f64>,
    /// Since when it waits for something else than the server, which is no time of the server's.
    pub(super) held_since: Option<f64>,
    /// How often it was sent again without anybody knowing what became of it, and how often the server put it off.
    pub(super) repeats: u32,
    pub(super) put_off: u32,
    pub(super) rounds: u32,
    pub(super) is_renewed: bool,
    pub(super) is_relisted: bool,
    /// The server works on it in its own time.
    pub(super) task: Option<Task>,
    /// What the server has asked for in the round before.
    pub(super) answered: Option<(String, Option<String>)>,
    pub(super) progress: Option<f64>,
    /// The same as the server has written it.
    pub(super) progress_text: String,
    /// Of a list: the entries so far, where the next page begins, and whether it was begun anew.
    pub(super) entries: Vec<String>,
    pub(super) pages: usize,
    pub(super) cursor: Option<String>,
    /// All that the server has given so far.
    pub(super) cursors: Vec<String>,
    pub(super) is_restarted: bool,
}

impl Call {
    pub(super) fn new(asked: Asked) -> Self {
        Call {
            task: asked.what.task().map(|id| Task::of(id.to_owned())),
            asked,
            step: Step::Waiting,
            deadline: None,
            cap: None,
            asked_since: None,
            held_since: None,
            repeats: 0,
            put_off: 0,
            rounds: 0,
            is_renewed: false,
            is_relisted: false,
            answered: None,
            progress: None,
            progress_text: "0".to_owned(),
            entries: Vec::new(),
            pages: 0,
            cursor: None,
            cursors: Vec::new(),
            is_restarted: false,
        }
    }
}

/// Who asked for an answer of the page.
#[derive(Clone, Debug)]
pub(super) enum AskedBy {
    /// A request of the server with this id.
    Server(String),
    /// A call, under this key.
    Call(u32, String),
}

/// A question that the page has not answered.
#[derive(Clone, Debug)]
pub(super) struct Ask {
    pub(super) by: AskedBy,
    /// The call that waits for it; where that is not known, any may.
    pub(super) call: Option<u32>,
    pub(super) method: String,
}

/// The way to the server.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Phase {
    #[default]
    Idle,
    Discovering,
    Initializing,
    /// The server is told that the handshake is over.
    Telling(u32),
    /// The stream of the first transport is opened, which says where to post.
    Opening,
    Ready,
}

#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(super) struct Link {
    pub(super) phase: Phase,
    pub(super) deadline: Option<f64>,
    /// When it is taken for one of the era before, which does not answer what it does not know.
    pub(super) discover_by: Option<f64>,
    /// What the server was found to speak.
    pub(super) era: Option<Era>,
    /// Of the first transport (2024-11-05): it is spoken, and where to post.
    pub(super) is_oldest: bool,
    pub(super) post_url: Option<String>,
    /// Whether a revision was asked for again already.
    pub(super) is_asked_again: bool,
    /// Whether it did not know what the modern era begins with, in words of that era.
    pub(super) seems_modern: bool,
    /// The request that finds out the era was given up: its answer may only have been slow.
    pub(super) gave_up_discovering: bool,
    pub(super) failure: Option<Failure>,
}

/// The stream by which the server tells what it wants.
#[derive(Debug, Default)]
pub(super) struct Stream {
    pub(super) listening: Listening,
    pub(super) fetch: Option<u32>,
    pub(super) request: Option<u32>,
    pub(super) last_id: Option<String>,
    pub(super) failures: u32,
    pub(super) next_at: Option<f64>,
    /// Whether it was open in this session, and whether the server has said that it has none.
    pub(super) was_open: bool,
    pub(super) is_refused: bool,
    /// It went away with its session: whoever only listens makes no call that would find the server again.
    pub(super) comes_back: bool,
}

/// How the server has done so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) sent: u32,
    pub(super) answered: u32,
    pub(super) failed: u32,
    /// Of the last answer, and on average over about the last ten, milliseconds.
    pub(super) last_ms: f64,
    pub(super) mean_ms: f64,
}
