//! The driver of a model that composes: see what there is, let it say what to do in one line of JSON, do that, show what came of it.
//! It is made for models that were taught so (`training/`); others are shown worked examples.

use super::ahead::{Ahead, only_reads};
use super::around::{Around, Known};
use super::call::{Ask, Done};
use super::composing::Composing;
use super::engine::{Engine, GenerateRequest};
use super::history::History;
use super::line::Line;
use super::reply::{calls, refusal, text};
use crate::compose::{Compared, FIRST_WORKED, Fits, QUERY_WORKED, query_lines};
use crate::error::Result;
use crate::model::Block;
use crate::provider::{ChatRequest, ChatResponse, LOOK_AROUND, Provider};
use futures_util::future::{FutureExt, LocalBoxFuture};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A provider over an [`Engine`]. Clones share their state.
#[derive(Clone)]
pub struct Composer {
    pub(super) engine: Rc<dyn Engine>,
    /// Whether the model was taught to compose.
    pub(super) is_taught: bool,
    next_id: Rc<Cell<u64>>,
    ahead: Ahead,
    pub(super) known: Known,
    /// What was compared last: each step of a wish needs the same.
    likeness: Rc<RefCell<Vec<(Compared, Likeness)>>>,
}

/// As [`Engine::compare`] gives it.
type Likeness = Rc<Vec<Vec<f64>>>;
/// So many comparisons are kept: with offers, with all tables, and with those of some queries.
const MOST_COMPARED: usize = 4;

impl Provider for Composer {
    fn chat(&self, request: ChatRequest) -> LocalBoxFuture<'static, Result<ChatResponse>> {
        let model = self.clone();
        async move {
            let _wish = (!only_reads(&request)).then(|| model.ahead.wish());
            model.step(request).await
        }
        .boxed_local()
    }
}

impl Composer {
    /// A provider that decides with `engine`, whose model was taught to compose or is shown examples.
    pub fn new(engine: Rc<dyn Engine>, is_taught: bool) -> Self {
        Composer {
            engine,
            is_taught,
            next_id: Rc::default(),
            ahead: Ahead::default(),
            known: Known::default(),
            likeness: Rc::default(),
        }
    }

    /// Worked examples, for a model that needs some.
    pub(super) fn shown<'e>(&self, examples: &'e str) -> &'e str {
        if self.is_taught { "" } else { examples }
    }

    async fn step(&self, request: ChatRequest) -> Result<ChatResponse> {
        let history = History::read(&request.messages);
        let tools = &request.tools;
        if let Some(refused) = history.refused() {
            return Ok(text(&refusal(&refused)));
        }
        if let Some(ask) = Composing::replaced(&history) {
            return Ok(self.asking(vec![ask], None));
        }
        if let Some(words) = Composing::ended(&history) {
            return Ok(text(&words));
        }
        self.doubt(&history);
        let around = match Around::look(&history, tools, &self.known) {
            Ok(around) => around,
            Err(asks) => {
                return Ok(ChatResponse { stop_reason: LOOK_AROUND.into(), ..self.asking(asks, None) });
            }
        };
        let fits = self.fits(&history.wish, &around).await?;
        let around = &around.fitting(&history.wish, &history.earlier, &fits);
        if only_reads(&request) {
            return self.read_ahead(around).await;
        }
        Composing {
            composer: self,
            history: &history,
            around,
            fits: &fits,
            tools,
            likely: Cell::default(),
            usage: Cell::default(),
            is_no_change: Cell::default(),
            unfit: RefCell::default(),
        }
        .go_on()
        .await
    }

    async fn fits(&self, wish: &str, around: &Around) -> Result<Fits> {
        let offers = around.offers();
        let compared = Fits::compared(wish, &offers);
        Ok(Fits::new(&compared, &self.likeness(&compared).await?, &offers))
    }

    /// How alike words are in what they mean. Nothing is known of it where the model was not taught: its examples have no such hints.
    pub(super) async fn likeness(&self, compared: &Compared) -> Result<Likeness> {
        if !self.is_taught || compared.words.is_empty() || compared.names.is_empty() {
            return Ok(Rc::default());
        }
        if let Some((_, known)) = self.likeness.borrow().iter().find(|(known, _)| known == compared) {
            return Ok(known.clone());
        }
        let Compared { words, names } = compared.clone();
        let found = Rc::new(self.engine.compare(words, names).await?);
        let mut likeness = self.likeness.borrow_mut();
        likeness.truncate(MOST_COMPARED - 1);
        likeness.insert(0, (compared.clone(), found.clone()));
        Ok(found)
    }

    /// Doubts tables that an earlier wish has found where a query over them fails.
    fn doubt(&self, history: &History) {
        let failed = history.done.last().filter(|last| last.is_error);
        let queried = |last: &&Done| last.line.as_ref().is_some_and(|line| line.tables().is_some());
        let Some(last) = failed.filter(queried) else { return };
        if history.done.iter().all(|call| call.name != last.name || call.line.is_some()) {
            self.known.doubt(&last.name, &last.result);
        }
    }

    /// Reads what stands in front of a wish.
    async fn read_ahead(&self, around: &Around) -> Result<ChatResponse> {
        let list = format!("{}{}", self.shown(FIRST_WORKED), around.list());
        let tables =
            around.tables().map(|table| format!("{}{}", self.shown(QUERY_WORKED), query_lines(&[table])));
        let prompts: Vec<String> = std::iter::once(list).chain(tables).collect();
        let read = async || {
            for prompt in prompts {
                let prompt = format!("{prompt}\nWish:");
                let request = GenerateRequest { prompt, max_tokens: 1, ..GenerateRequest::default() };
                self.engine.generate(request, Rc::new(|_| {})).await?;
            }
            Ok(())
        };
        self.ahead.read(read).await?;
        Ok(text(""))
    }

    /// A reply that makes these calls, beside the line that led to them.
    pub(super) fn asking(&self, asks: Vec<Ask>, line: Option<&Line>) -> ChatResponse {
        let made = asks.into_iter().map(|(name, input)| {
            let number = self.next_id.get();
            self.next_id.set(number + 1);
            Block::ToolUse { id: format!("local_{number}"), name, input }
        });
        calls(line.map(Line::thought).into_iter().chain(made).collect())
    }
}
