//! The driver of a small model: list the recipes, read the likely ones, choose, fill, follow, say what is shown.

use super::ahead::{Ahead, only_reads};
use super::candidate::{Candidate, Kind, candidates, shortlist};
use super::engine::{Engine, Generated};
use super::following::{following, words};
use super::ground::holds;
use super::history::{Done, History, server_of};
use super::honest::{answers, asks_for_data};
use super::reply::{calls, closing_words, display_tool, refusal, text, usage};
use super::rows::rows;
use super::tongue::talk_of;
use super::{fill, say, score};
use crate::error::{Code, Error, Result};
use crate::model::{Block, ProviderTool};
use crate::provider::{ChatRequest, ChatResponse, Provider};
use crate::recipe::FlowRecipe;
use futures_util::future::{FutureExt, LocalBoxFuture};
use serde_json::{Map, Value, json};
use std::cell::Cell;
use std::rc::Rc;

/// A provider over an [`Engine`]. Clones share their state.
#[derive(Clone)]
pub struct SmallModel {
    engine: Rc<dyn Engine>,
    next_id: Rc<Cell<u64>>,
    ahead: Ahead,
}

impl Provider for SmallModel {
    fn chat(&self, request: ChatRequest) -> LocalBoxFuture<'static, Result<ChatResponse>> {
        let model = self.clone();
        async move {
            let _wish = (!only_reads(&request)).then(|| model.ahead.wish());
            model.step(request).await
        }
        .boxed_local()
    }
}

impl SmallModel {
    /// A provider that decides with `engine`.
    pub fn new(engine: Rc<dyn Engine>) -> Self {
        SmallModel { engine, next_id: Rc::default(), ahead: Ahead::default() }
    }

    async fn step(&self, request: ChatRequest) -> Result<ChatResponse> {
        let history = History::read(&request.messages);
        let tools = &request.tools;
        if let Some(last) = history.done.last()
            && let Some(reply) = self.follow(&history, last, tools)
        {
            return Ok(reply);
        }
        if history.done.is_empty() {
            let lists = self.list_calls(&history, tools);
            if !lists.is_empty() {
                return Ok(calls(lists));
            }
        }
        if history.calls_of("get_recipe").next().is_none() {
            let reads: Vec<Block> = shortlist(&history, tools)
                .into_iter()
                .map(|(tool, argument, name)| self.call(&tool, json!({ argument: name })))
                .collect();
            if !reads.is_empty() {
                return Ok(calls(reads));
            }
        }
        if only_reads(&request) {
            self.read_ahead(&history, tools).await
        } else {
            self.decide(&history, tools).await
        }
    }

    /// One call per server: its list of recipes, or a search with the wish, if there is one, where it cannot list.
    fn list_calls(&self, history: &History, tools: &[Rc<ProviderTool>]) -> Vec<Block> {
        tools
            .iter()
            .filter_map(|tool| {
                if server_of(&tool.name, "list_recipes").is_some() {
                    return Some(self.call(&tool.name, json!({})));
                }
                let server = server_of(&tool.name, "search_recipes")?;
                let lists = tools.iter().any(|other| other.name == format!("{server}_list_recipes"));
                let searches = !lists && !history.wish.is_empty();
                searches.then(|| self.call(&tool.name, json!({"query": history.wish})))
            })
            .collect()
    }

    /// What follows from the last call by itself: the display of a recipe's rows, or the closing words.
    fn follow(&self, history: &History, last: &Done, tools: &[Rc<ProviderTool>]) -> Option<ChatResponse> {
        if let Some(refused) = history.refused() {
            return Some(text(&refusal(&refused)));
        }
        if server_of(&last.name, "widget_display").is_some() {
            return Some(text(&closing_words(last)));
        }
        let followed = following(history, last)?;
        if last.is_error {
            let problem = format!("The data for '{}' could not be read. {}", history.wish, last.result);
            return Some(text(&problem));
        }
        let Some(display) = &followed.recipe.display else {
            // Data goes into the widget that fits the wish; words are the answer.
            return (!last.is_data()).then(|| text(&last.beginning()));
        };
        if last.is_cut() && display.takes_columns() {
            return Some(text("The query found more rows than this recipe can show; ask for fewer."));
        }
        let Some(rows) = rows(last).filter(|rows| !rows.told.is_empty()) else {
            return Some(text("The query found no rows, so there is nothing to show."));
        };
        let data = followed.recipe.fill_display(&followed.parameters, &rows.told, &rows.whole)?;
        let widget = &display.widget;
        Some(match display_tool(tools, widget) {
            Some(tool) => calls(vec![self.call(&tool, json!({"name": widget, "params": data}))]),
            None => text(&format!("The recipe wants a widget '{widget}', which no connected server has.")),
        })
    }

    /// Reads what stands in front of a wish for each candidate.
    async fn read_ahead(&self, history: &History, tools: &[Rc<ProviderTool>]) -> Result<ChatResponse> {
        let mut candidates = candidates(history);
        candidates.retain(|candidate| can_be_shown(candidate, tools));
        self.ahead.read(async || self.engine.score(score::request(&candidates, "")).await).await?;
        Ok(text(""))
    }

    async fn decide(&self, history: &History, tools: &[Rc<ProviderTool>]) -> Result<ChatResponse> {
        let all = candidates(history);
        // Once there is data, what is left to decide is how it is shown.
        let has_data = !history.data_results().is_empty();
        if !has_data && let Some(kind) = talk_of(&history.wish) {
            return Ok(text(&say::talk(kind, &history.wish, &all)));
        }
        let taken = |candidate: &&Candidate| match &candidate.kind {
            Kind::Widget { schema } => {
                can_be_shown(candidate, tools) && (has_data || holds(schema, &history.wish))
            }
            Kind::Flow { recipe, .. } => !has_data && answers(recipe, &history.wish),
            Kind::Answer => !has_data,
        };
        let flows: Vec<&FlowRecipe> = all.iter().filter_map(Candidate::flow).collect();
        let asks = !has_data && asks_for_data(&history.wish, &flows);
        let shows = |candidate: &&Candidate| !asks || !matches!(candidate.kind, Kind::Widget { .. });
        let candidates: Vec<Candidate> = all.iter().filter(taken).filter(shows).cloned().collect();
        if has_data && candidates.is_empty() {
            return Ok(text(&history.done.last().map(Done::beginning).unwrap_or_default()));
        }
        if candidates.iter().all(|candidate| matches!(candidate.kind, Kind::Answer)) {
            return Ok(text(&say::cannot(&history.wish, &all)));
        }
        let request = score::request(&candidates, &history.wish);
        let head_starts = request.head_starts.clone();
        let best = score::best(&head_starts, &self.engine.score(request).await?);
        let chosen = best.and_then(|index| candidates.into_iter().nth(index));
        let Some(Candidate { name, examples, kind, .. }) = chosen else {
            return Err(Error::new(Code::Model, "The model gave no usable score for any recipe."));
        };
        let (reply, generated) = match kind {
            Kind::Answer => return Ok(text(&say::cannot(&history.wish, &all))),
            Kind::Widget { schema } => {
                let (params, generated) = self.fill(&examples, &schema, history).await?;
                // `taken` above has made sure that there is one.
                let tool = display_tool(tools, &name).unwrap_or_default();
                (vec![self.call(&tool, json!({"name": name, "params": params}))], generated)
            }
            Kind::Flow { server, recipe } => {
                let (parameters, generated) = self.fill(&examples, &recipe.parameters, history).await?;
                let said = Block::Text { text: words(&recipe, &parameters) };
                let name = format!("{server}_{}", recipe.tool);
                let call = self.call(&name, recipe.fill_arguments(&parameters));
                (vec![said, call], generated)
            }
        };
        Ok(ChatResponse { usage: Some(usage(&generated)), ..calls(reply) })
    }

    async fn fill(
        &self,
        examples: &[crate::recipe::Example],
        schema: &Value,
        history: &History,
    ) -> Result<(Map<String, Value>, Generated)> {
        let request = fill::request(examples, schema, &history.wish, &history.data_results());
        let generated = self.engine.generate(request, Rc::new(|_| {})).await?;
        match fill::arguments(&generated.text) {
            Some(arguments) => Ok((arguments, generated)),
            None => Err(Error::new(
                Code::Model,
                "The model's arguments are no JSON object, although a grammar was set.",
            )),
        }
    }

    fn call(&self, name: &str, input: Value) -> Block {
        let number = self.next_id.get();
        self.next_id.set(number + 1);
        Block::ToolUse { id: format!("local_{number}"), name: name.to_owned(), input }
    }
}

fn can_be_shown(candidate: &Candidate, tools: &[Rc<ProviderTool>]) -> bool {
    !matches!(candidate.kind, Kind::Widget { .. }) || display_tool(tools, &candidate.name).is_some()
}
