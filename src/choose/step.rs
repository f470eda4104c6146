//! The driver of a model that composes: see what there is, let it say what to do in one line of JSON, do that, show what came of it.
//! It is made for models that were taught so (`training/`); others are shown worked examples.

use super::again::{MOST_TRIES, is_display, is_tried_again};
use super::around::Around;
use super::call::{Ask, Done, server_of};
use super::composer::Composer;
use super::composing::{Composing, FIRST_TOKENS, LEAST_LIKELY};
use super::earlier::{Earlier, lines};
use super::history::History;
use super::line::Line;
use super::question::{Form, Question};
use super::reply::{asking_back, refusal, text};
use super::rows::{records, rows};
use super::votes::ENOUGH;
use super::words;
use crate::compose::{Fits, Task, brings_text, first_schema, form_of, linked, table_hints};
use crate::error::Result;
use crate::local::{GenerateRequest, only_reads};
use crate::provider::{ChatRequest, ChatResponse, LOOK_AROUND, Provider};
use crate::sql::Table;
use futures_util::future::{FutureExt, LocalBoxFuture};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What stands for any widget, until one is chosen.
const WIDGET: &str = "widget";

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
    async fn step(&self, request: ChatRequest) -> Result<ChatResponse> {
        let history = History::read(&request.messages);
        let tools = &request.tools;
        if let Some(refused) = history.refused() {
            return Ok(text(&refusal(&refused)));
        }
        if let Some(ask) = Composing::replaced(&history) {
            return Ok(self.asking(vec![ask], None));
        }
        if let Some(reply) = Composing::ended(&history) {
            return Ok(reply);
        }
        self.doubt(&history);
        let around = match Around::look(&history, tools, &self.known) {
            Ok(around) => around,
            Err(asks) => {
                return Ok(ChatResponse { stop_reason: LOOK_AROUND.into(), ..self.asking(asks, None) });
            }
        };
        let fits = self.fits(&history.wish, &around).await?;
        let around = &around.fitting(&history.wish, &history.earlier, &fits, self.form);
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
            is_show: Cell::new(false),
            no_show: Cell::default(),
        }
        .go_on()
        .await
    }

    async fn fits(&self, wish: &str, around: &Around) -> Result<Fits> {
        let offers = around.offers();
        let compared = Fits::compared(wish, &offers);
        Ok(Fits::new(&compared, &self.likeness(&compared).await?, &offers))
    }

    /// Doubts tables that an earlier wish has found where a query over them fails.
    fn doubt(&self, history: &History) {
        let failed = history.done.last().filter(|last| last.is_error);
        let queried = |last: &&Done| last.line.as_ref().is_some_and(|line| line.tables().is_some());
        let Some(last) = failed.filter(queried) else { return };
        // Of several queries one that was answered knew the tables.
        let is_answered = |call: &Done| call.round == last.round && !call.is_error;
        let is_of_wish = |call: &Done| call.name == last.name && call.line.is_none();
        if !history.done.iter().any(|call| is_answered(call) || is_of_wish(call)) {
            self.known.doubt(&last.name, &last.result);
        }
    }

    /// Reads what stands in front of a wish.
    async fn read_ahead(&self, around: &Around) -> Result<ChatResponse> {
        let asked = around.queries(self.form).into_iter();
        let asked = asked.filter(|names| self.form != Form::Taught || names.len() == 1);
        let tables = asked.filter_map(|names| {
            let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
            let (_, tables) = around.source(&names)?;
            Some((Task::Query, self.form.tables(&tables)))
        });
        let widgets = (self.form != Form::Taught && !around.widgets.is_empty())
            .then(|| (Task::Widget, around.widget_list()));
        let list = (Task::Pick, around.list(self.form));
        let fields = widgets.is_some().then(|| (Task::Fill, String::new()));
        let all: Vec<(Task, String)> =
            std::iter::once(list).chain(tables).chain(widgets).chain(fields).collect();
        let read = async || {
            for (task, about) in all {
                let request = Question::about(task, about).request(self.form);
                let request = GenerateRequest { max_tokens: 1, ..request };
                self.engine.generate(request, Rc::new(|_| {})).await?;
            }
            Ok(())
        };
        self.ahead.read(read).await?;
        Ok(ChatResponse { stop_reason: "max_tokens".into(), ..text("") })
    }
}

impl Composing<'_> {
    /// The closing words, once a widget was shown, changed or taken away.
    fn ended(history: &History) -> Option<ChatResponse> {
        let last = history.done.last().filter(|last| !last.has_no_widget())?;
        if !is_display(last) || is_tried_again(history, last) {
            return None;
        }
        // Where another takes a widget's place, the one that is shown says how it went.
        let is_shown = |call: &&Done| server_of(&call.name, "widget_display").is_some();
        let shown = history.done.iter().rfind(is_shown).unwrap_or(last);
        let said = words::done(&history.wish, shown);
        Some(match shown.line.as_ref().filter(|line| !shown.is_error && line.is_doubted()) {
            Some(line) => {
                let line = line.clone().changing(shown.widget_id().as_deref());
                asking_back(&format!("{said} {}", words::unsure(&history.wish)), &line)
            }
            None => text(&said),
        })
    }

    /// The call that takes a widget away, once another has come into its place.
    fn replaced(history: &History) -> Option<Ask> {
        let last = history.done.last().filter(|last| !last.is_error)?;
        let is_new = server_of(&last.name, "widget_display").is_some();
        let id = last.line.as_ref().filter(|_| is_new)?.changes.as_ref()?;
        history.earlier.iter().find(|one| one.id == *id).map(Earlier::removal)
    }

    fn says(&self, kind: &str) -> ChatResponse {
        // What was asked for may have come since the servers told what they have, unless they were asked for this wish.
        let is_of_earlier =
            !self.history.done.iter().any(|call| call.line.is_none() && self.around.asks(&call.name));
        if is_of_earlier && matches!(kind, "unclear" | "cannot" | "data") {
            self.composer.known.forget_all();
        }
        words::said(kind, self.wish(), self.around)
    }

    /// The answer where no query brought rows. Why the last failed is worth telling where all failed alike: else it was the queries.
    fn nothing_found(&self, last: &Done) -> ChatResponse {
        let asked = self.history.done.iter().filter(|call| call.name == last.name && call.line.is_some());
        let mut asked = asked.map(|call| call.is_error.then(|| call.failure()));
        let is_failure = last.is_error && asked.all(|failure| failure == Some(last.failure()));
        let failure = is_failure.then(|| last.failure());
        text(&words::nothing_found(self.wish(), failure.as_deref()))
    }

    /// The next step.
    async fn go_on(&self) -> Result<ChatResponse> {
        let reply = self.decide().await?;
        Ok(ChatResponse { usage: self.usage.get(), ..reply })
    }

    async fn decide(&self) -> Result<ChatResponse> {
        // Where the widget to change is gone, the wish is read again without it.
        let last = self.history.done.last().filter(|last| !last.has_no_widget());
        let followed = last.and_then(|last| Some((last, last.line.as_ref()?)));
        let reply = match followed {
            Some((last, line)) => {
                self.is_show.set(line.text("show").is_some());
                self.follow(last, line).await?
            }
            None => self.begin(self.history.earlier.len()).await?,
        };
        // What changes nothing, or is only guessed, was no change that the person wished for.
        let reply = if self.is_no_change.take() {
            self.likely.set(0.0);
            self.begin(0).await?
        } else if self.unfit.borrow().is_some() {
            self.likely.set(0.0);
            self.begin(self.history.earlier.len()).await?
        } else if (reply.is_none() || self.likely.get() < LEAST_LIKELY)
            && self.is_show.get()
            && self.around.tables().next().is_some()
            && !brings_text(self.wish())
        {
            // What cannot be filled from the wish is asked of the data, unless the wish brings along what it speaks of.
            self.likely.set(0.0);
            self.no_show.set(true);
            self.begin(self.history.earlier.len()).await?
        } else {
            reply
        };
        let reply = reply.unwrap_or_else(|| self.says("cannot"));
        if self.likely.get() >= LEAST_LIKELY {
            return Ok(reply);
        }
        // Of what is only guessed in the place of something else it is told what became of that.
        Ok(match followed {
            Some((last, line)) if line.tables().is_some() => self.nothing_found(last),
            Some((last, _)) if last.is_error => text(&words::done(self.wish(), last)),
            _ => self.says("unclear"),
        })
    }

    /// What to do, where the first so many of the widgets that are there may be changed.
    async fn begin(&self, changeable: usize) -> Result<Option<ChatResponse>> {
        if let Some(chosen) = self.chosen_reading() {
            return Ok(Some(chosen));
        }
        let tables: Vec<&Table> = self.around.tables().collect();
        let names = self.around.widgets.iter().map(|widget| widget.name.as_str());
        let widgets: Vec<&str> = names.filter(|name| !self.is_unfit(name) && !self.no_show.get()).collect();
        let tools: Vec<&str> = self.around.tools.iter().map(|tool| tool.name.as_str()).collect();
        let earlier = &self.history.earlier;
        let form = self.composer.form;
        let (list, shown, named) =
            (self.around.list(form), lines(earlier), table_hints(self.wish(), &tables));
        let fits = self.fits.hint(&self.around.offers());
        let question = Question {
            task: Task::Pick,
            about: list,
            turns: Vec::new(),
            hints: [shown.as_str(), &named, &fits].concat(),
            wish: self.wish(),
            begun: String::new(),
        };
        let request = GenerateRequest {
            schema: Some(first_schema(
                if form == Form::Taught || widgets.is_empty() { &widgets } else { &[WIDGET] },
                &tools,
                &self.around.queries(form),
                changeable,
            )),
            max_tokens: FIRST_TOKENS,
            ..question.request(form)
        };
        let (line, generated) = self.write(request.clone()).await?;
        let can_change = !earlier.is_empty() && changeable == earlier.len();
        let line = self.weighed(line, generated.log_prob, &widgets, can_change, request).await?;
        self.is_show.set(line.text("show").is_some());
        let of_number = |verb: &str| earlier.get(line.number(verb)?.checked_sub(1)?);
        Ok(if let Some(name) = line.text("show") {
            let widget = self.around.widgets.iter().find(|widget| widget.name == name);
            widget.map(|widget| self.composer.asking(vec![widget.reads.clone()], Some(&line)))
        } else if let Some(name) = line.text("call") {
            match self.around.tools.iter().find(|tool| tool.name == name) {
                Some(tool) => self.call(tool, None).await?,
                None => None,
            }
        } else if let Some(names) = line.tables() {
            self.query(&names, None, None).await?
        } else if let Some(one) = of_number("remove").filter(|one| self.narrows(one, &tables)) {
            self.change(one, &line).await?
        } else if let Some(one) = of_number("remove") {
            Some(self.composer.asking(vec![one.removal()], Some(&line)))
        } else if let Some(one) = of_number("change") {
            self.change(one, &line).await?
        } else {
            line.text("say").map(|kind| self.says(kind))
        })
    }

    /// Whether what is to go stands in a widget, or is a value of the data, so that the rest stays; or something else is to come instead.
    fn narrows(&self, one: &Earlier, tables: &[&Table]) -> bool {
        brings_text(self.wish())
            || one.holds(self.wish())
            || one.line.tables().is_some() && !linked(self.wish(), tables).is_empty()
    }

    /// What follows from an answered call, which `line` led to.
    async fn follow(&self, last: &Done, line: &Line) -> Result<Option<ChatResponse>> {
        if is_tried_again(self.history, last) {
            return self.again(last, line).await.map(Some);
        }
        if let Some(recipe) = last.json().filter(|recipe| recipe.get("schema").is_some())
            && server_of(&last.name, "get_recipe").is_some()
        {
            return match self.widget_of(line) {
                Some(widget) => self.fill(widget, &recipe, self.changed(line), None).await,
                None => Ok(None),
            };
        }
        if let (Some(names), Some(_)) = (line.tables(), line.text("as")) {
            let elected = self.elected(last, line);
            if elected.as_ref().is_some_and(|(votes, ..)| *votes < ENOUGH) {
                let line = self.doubted(line, last, None);
                let is_choice = line.readings().len() > 1;
                let asks = || asking_back(words::which(self.wish()), &line);
                return Ok(Some(if is_choice { asks() } else { self.says("unclear") }));
            }
            let doubted = elected.as_ref().filter(|(votes, _, line)| self.is_doubtful(*votes, line));
            let doubted = doubted.map(|(_, call, line)| self.doubted(line, last, Some(call)));
            let (last, line) = elected.as_ref().map_or((last, line), |(_, call, line)| (call, line));
            let line = doubted.as_ref().unwrap_or(line);
            let form = line.text("as").unwrap_or("table");
            match rows(last) {
                Some(rows) if !rows.told.is_empty() => {
                    return Ok(Some(self.display(last, line, form, &rows)));
                }
                // An answer of another kind: words are what there is of it.
                None if !last.is_error => return Ok(Some(text(&last.beginning()))),
                _ => {}
            }
            let mut asked: Vec<usize> = self
                .history
                .done
                .iter()
                .filter(|call| call.name == last.name && call.line.is_some())
                .map(|call| call.round)
                .collect();
            asked.dedup();
            if asked.len() < MOST_TRIES
                && let Some(again) = self.query(&names, Some(last), self.changed(line)).await?
            {
                return Ok(Some(again));
            }
            return Ok(Some(self.nothing_found(last)));
        }
        Ok(Some(match records(last) {
            Some(rows) => self.display(last, line, form_of(&rows.told), &rows),
            None if last.is_error => text(&words::done(self.wish(), last)),
            None => text(&last.beginning()),
        }))
    }

    /// What a widget that is there is to become.
    async fn change(&self, one: &Earlier, line: &Line) -> Result<Option<ChatResponse>> {
        if let Some(names) = one.line.tables() {
            return self.query(&names, None, Some(one)).await;
        }
        if one.line.text("call").is_some() {
            return match &one.answer {
                Some(answer) => self.reshape(one, answer).await,
                None => Ok(None),
            };
        }
        let widget = self.around.widgets.iter().find(|widget| widget.name == one.widget);
        let line = line.clone().changing(Some(&one.id));
        Ok(widget.map(|widget| self.composer.asking(vec![widget.reads.clone()], Some(&line))))
    }
}
