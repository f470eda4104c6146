//! A widget or a tool with values of the wish.

use super::around::{Tool, Widget};
use super::call::Done;
use super::composing::{Composing, LINE_TOKENS, before, said};
use super::earlier::Earlier;
use super::line::{Line, head};
use super::question::{Form, Question};
use super::votes::DRAWN;
use crate::compose::{
    Offer, Task, asked_schema, callable_schema, failed_line, filled_schema, has_no_names, headed,
    leaves_out_a_number, names_numbers, said_once, says_the_same_twice, schema_lines,
};
use crate::error::Result;
use crate::json;
use crate::local::GenerateRequest;
use crate::provider::ChatResponse;
use crate::search::bm25;
use serde_json::{Value, json};

/// Tokens of a line that is copied from a long wish.
const MOST_LINE_TOKENS: u32 = 2_000;
/// Examples of a recipe that are read.
const MOST_EXAMPLES: usize = 3;

impl Composing<'_> {
    /// A widget with parameters of the wish, or with others than it has, or than those that `failed`.
    pub(super) async fn fill(
        &self,
        widget: &Widget,
        recipe: &Value,
        one: Option<&Earlier>,
        failed: Option<&Done>,
    ) -> Result<Option<ChatResponse>> {
        let (name, offer) = (&widget.name, widget.offer());
        let schema = recipe.get("schema").unwrap_or(&Value::Null);
        if one.is_none() && names_numbers(self.wish()) && has_no_names(schema) {
            *self.unfit.borrow_mut() = Some(name.clone());
            return Ok(None);
        }
        let (form, whole) = (self.composer.form, schema);
        let examples = if form == Form::Taught { Vec::new() } else { examples(recipe, self.wish()) };
        let filled = one.and_then(|one| one.line.get("params"));
        let samples: Vec<&Value> = examples.iter().map(|(_, params)| *params).chain(filled).collect();
        // A recipe without examples does not say which fields people fill.
        let schema = &if examples.is_empty() {
            callable_schema(schema, self.wish())
        } else {
            asked_schema(schema, self.wish(), &samples)
        };
        let mut turns: Vec<(String, String)> =
            examples.iter().map(|(wish, params)| ((*wish).to_owned(), shows(name, params))).collect();
        turns.extend(before(one, form));
        let Some(line) = self.filled(&offer, "params", schema, one, (turns, failed)).await? else {
            return Ok(None);
        };
        let made = match (one, line.get("params")) {
            (Some(one), Some(params)) => Some(one.merged(params.clone())),
            (None, Some(params)) => headed(params, whole, self.wish()),
            _ => None,
        };
        let line = made.map_or_else(|| line.clone(), |params| line.with_field("params", params));
        if one.is_some_and(|one| one.line.get("params") == line.get("params")) {
            self.is_no_change.set(true);
            return Ok(None);
        }
        let line = line.changing(one.map(|one| one.id.as_str()));
        let params = line.get("params").cloned().unwrap_or_default();
        let asks = self.asks_for(name, &params, one);
        Ok((!asks.is_empty()).then(|| self.composer.asking(asks, Some(&line))))
    }

    /// A tool with arguments of the wish, others than those that `failed`.
    pub(super) async fn call(&self, tool: &Tool, failed: Option<&Done>) -> Result<Option<ChatResponse>> {
        let schema = &callable_schema(&tool.tool.input_schema, self.wish());
        let filled = self.filled(&tool.offer(), "args", schema, None, (Vec::new(), failed)).await?;
        let Some(line) = filled else { return Ok(None) };
        let args = line.get("args").cloned().unwrap_or_else(|| json!({}));
        let args = said_once(&args, schema, self.wish());
        Ok(Some(self.composer.asking(vec![(tool.tool.name.clone(), args)], Some(&line))))
    }

    /// A line whose second field is of the schema; nothing where the wish lacks what that needs.
    async fn filled(
        &self,
        offer: &Offer<'_>,
        inside: &str,
        schema: &Value,
        one: Option<&Earlier>,
        (turns, failed): (Vec<(String, String)>, Option<&Done>),
    ) -> Result<Option<Line>> {
        let said =
            one.map_or_else(|| self.wish().to_owned(), |one| format!("{}\n{}", said(one), self.wish()));
        let Some(held) = filled_schema(offer.verb, offer.name, inside, schema, &said) else {
            return Ok(None);
        };
        // What is copied from a long wish is as long.
        let long = u32::try_from(said.chars().count()).unwrap_or(u32::MAX).min(MOST_LINE_TOKENS);
        // What has failed stands in its own line.
        let values = |failed: &Done| failed.line.as_ref().and_then(|line| line.get(inside).cloned());
        let wrong = failed.and_then(values);
        let failure = failed.zip(wrong.as_ref()).map(|(failed, wrong)| failure_of(wrong, failed));
        let failure = failure.unwrap_or_default();
        let (temperature, top_k) = failed.map(|_| DRAWN).unzip();
        let question = Question {
            task: Task::Fill,
            about: schema_lines(offer, schema),
            turns,
            hints: failure,
            wish: self.wish(),
            begun: head(offer.verb, &json!(offer.name)),
        };
        let request = GenerateRequest {
            schema: Some(held),
            max_tokens: LINE_TOKENS.max(long),
            temperature,
            top_k,
            ..question.request(self.composer.form)
        };
        let likely = self.likely.get();
        let (line, _) = self.write(request).await?;
        // Each value may be put in several ways, so that a long line is unlikely, however right; not for a model that was taught how.
        if self.composer.form != Form::Taught {
            self.likely.set(likely);
        }
        if wrong.is_some() && line.get(inside) == wrong.as_ref() {
            return Ok(None);
        }
        let values = line.get(inside).map(json::text).unwrap_or_default();
        if one.is_none() && leaves_out_a_number(self.wish(), &values)
            || line.get(inside).is_some_and(says_the_same_twice)
        {
            self.likely.set(f64::NEG_INFINITY);
        }
        Ok(Some(line))
    }
}

/// The wishes that a widget's recipe gives as examples, with their parameters: those that share most words with this one, the likest last.
fn examples<'r>(recipe: &'r Value, wish: &str) -> Vec<(&'r str, &'r Value)> {
    let list = recipe.get("examples").and_then(Value::as_array);
    let one = |example: &'r Value| Some((example.get("wish")?.as_str()?, example.get("params")?));
    let all: Vec<(&str, &Value)> = list.into_iter().flatten().filter_map(one).collect();
    let texts: Vec<String> = all.iter().map(|(wish, _)| (*wish).to_owned()).collect();
    let mut ranked: Vec<(f64, (&str, &Value))> = bm25(wish, &texts).into_iter().zip(all).collect();
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
    ranked.into_iter().take(MOST_EXAMPLES).rev().map(|(_, example)| example).collect()
}

/// A line that shows a widget with these parameters.
fn shows(widget: &str, params: &Value) -> String {
    format!("{}, \"params\": {}}}", head("show", &json!(widget)), json::text(params))
}

/// The values that failed, and what became of them.
fn failure_of(values: &Value, failed: &Done) -> String {
    failed_line(&json::text(values), &failed.beginning())
}
