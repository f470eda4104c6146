//! Reading ahead (`maxTokens: 0`): what comes before a wish is read, nothing is written, and a wish comes first.
use crate::composer::display;
use crate::support::runs;
use futures_util::future::{FutureExt, LocalBoxFuture, join, pending, ready};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use webmcp_auto_ui::agent::{Outcome, StopReason};
use webmcp_auto_ui::choose::{Composer, Form};
use webmcp_auto_ui::error::Result;
use webmcp_auto_ui::local::{CallStyle, Engine, GenerateRequest, Generated, Taught, TaughtModel};
use webmcp_auto_ui::model::{Message, Role};
use webmcp_auto_ui::provider::{ChatOptions, ChatRequest, Provider};

/// What reads ahead takes for ever where `slow`, anything else is there at once.
#[derive(Default)]
struct Reader {
    slow: bool,
    written: RefCell<Vec<GenerateRequest>>,
    given_up: Rc<Cell<usize>>,
}

struct CountsDrops(Rc<Cell<usize>>);

impl Drop for CountsDrops {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

impl Reader {
    fn answer<T: 'static>(&self, is_ahead: bool, answer: T) -> LocalBoxFuture<'static, Result<T>> {
        if !(self.slow && is_ahead) {
            return ready(Ok(answer)).boxed_local();
        }
        let counts = CountsDrops(self.given_up.clone());
        async move {
            let _counts = counts;
            pending::<Result<T>>().await
        }
        .boxed_local()
    }
}

impl Engine for Reader {
    fn generate(
        &self,
        request: GenerateRequest,
        on_text: Rc<dyn Fn(&str)>,
    ) -> LocalBoxFuture<'static, Result<Generated>> {
        let is_ahead = request.max_tokens == 1;
        on_text("{}");
        self.written.borrow_mut().push(request);
        self.answer(is_ahead, Generated { text: "{}".into(), ..Generated::default() })
    }
}

fn go(model: &Composer, wish: &str, max_tokens: Option<u32>) -> Outcome {
    let mut options = runs::over(Rc::new(model.clone()), vec![display()]);
    options.chat.max_tokens = max_tokens;
    runs::go(wish, options)
}

fn request(wish: &str, max_tokens: Option<u32>) -> ChatRequest {
    ChatRequest {
        messages: vec![Rc::new(Message::text(Role::User, wish))],
        tools: Rc::default(),
        options: ChatOptions { max_tokens, ..ChatOptions::default() },
        on_delta: Rc::new(|_| {}),
    }
}

/// What a model that composes is given to read: ahead of a wish, and for one.
fn read_by(is_taught: bool) -> (Vec<GenerateRequest>, Vec<GenerateRequest>) {
    let engine = Rc::new(Reader::default());
    let model = Composer::new(engine.clone(), if is_taught { Form::Taught } else { Form::Text });
    let read = go(&model, "", Some(0));
    let names: Vec<&str> = read.tool_calls.iter().map(|call| call.name.as_str()).collect();
    assert_eq!(names, ["autoui_webmcp_list_recipes", "autoui_webmcp_list_tools"]);
    assert_eq!((read.stop, read.text.as_str()), (Ok(StopReason::EndTurn), ""));
    let ahead = engine.written.take();
    go(&model, "42 visitors", None);
    (ahead, engine.written.take())
}

#[test]
fn what_there_is_is_read_ahead_of_a_wish_and_nothing_is_written() {
    for is_taught in [true, false] {
        let (ahead, written) = read_by(is_taught);
        // The widgets are a list of their own where they are chosen alone, and their fields are filled behind worked examples.
        assert_eq!((ahead.len(), written.len()), (if is_taught { 1 } else { 3 }, 1));
        assert!(ahead[0].max_tokens == 1 && ahead[0].schema.is_none());
        assert!(written[0].prompt.starts_with(&ahead[0].prompt), "what was read is what a wish needs");
        let has_examples = ahead[0].prompt.contains("Wish: order me a pizza\n");
        assert_eq!(has_examples, !is_taught, "{}", ahead[0].prompt);
        assert!(ahead[usize::from(!is_taught)].prompt.contains("show stat: One key figure"));
    }
}

#[test]
fn a_wish_ends_reading_ahead_at_once() {
    let engine = Rc::new(Reader { slow: true, ..Reader::default() });
    let model = Composer::new(engine.clone(), Form::Taught);
    let mut reading = model.chat(request("", Some(0)));
    assert!((&mut reading).now_or_never().is_none());
    let (wish, read) = pollster::block_on(join(model.chat(request("hello", None)), reading));
    assert!(wish.is_ok());
    assert_eq!(read.unwrap().content, []);
    assert_eq!(engine.given_up.get(), 1, "the engine is told to stop");
}

#[test]
fn of_two_readings_none_is_left_when_a_wish_comes() {
    let engine = Rc::new(Reader { slow: true, ..Reader::default() });
    let model = Composer::new(engine.clone(), Form::Taught);
    let mut first = model.chat(request("", Some(0)));
    assert!((&mut first).now_or_never().is_none());
    let mut second = model.chat(request("", Some(0)));
    assert!((&mut second).now_or_never().is_none());
    assert!(first.now_or_never().is_some(), "the second takes the first one's place");
    let (wish, read) = pollster::block_on(join(model.chat(request("hello", None)), second));
    assert!(wish.is_ok() && read.is_ok());
    assert_eq!(engine.given_up.get(), 2);
}

#[test]
fn nothing_is_read_ahead_while_a_wish_is_decided() {
    /// Decides for ever.
    struct Busy(Cell<usize>);
    impl Engine for Busy {
        fn generate(
            &self,
            _: GenerateRequest,
            _: Rc<dyn Fn(&str)>,
        ) -> LocalBoxFuture<'static, Result<Generated>> {
            self.0.set(self.0.get() + 1);
            pending().boxed_local()
        }
    }
    let engine = Rc::new(Busy(Cell::default()));
    let model = Composer::new(engine.clone(), Form::Taught);
    let mut wish = model.chat(request("hello", None));
    assert!((&mut wish).now_or_never().is_none());
    assert!(model.chat(request("", Some(0))).now_or_never().unwrap().is_ok());
    assert_eq!(engine.0.get(), 1, "only the wish");
    drop(wish);
    assert!(model.chat(request("", Some(0))).now_or_never().is_none());
    assert_eq!(engine.0.get(), 2, "a wish that was given up holds nothing");
}

#[test]
fn a_model_that_plans_reads_what_stands_before_the_wish() {
    let engine = Rc::new(Reader { slow: true, ..Reader::default() });
    let taught = Taught { takes_tools: true, calls: CallStyle::Qwen };
    let model = TaughtModel::new(engine.clone(), taught);
    let mut reading = model.chat(request("", Some(0)));
    assert!((&mut reading).now_or_never().is_none());
    assert!(engine.written.borrow()[0].chat.is_some());
    let (wish, read) = pollster::block_on(join(model.chat(request("hello", None)), reading));
    assert_eq!(wish.unwrap().content.len(), 1);
    assert_eq!(read.unwrap().content, []);
    assert_eq!(engine.given_up.get(), 1);
}
