//! One request to the model: which messages and tools go, and what the host changes about them.

use super::driver::Driver;
use super::entry::Entry;
use super::event::Event;
use super::history::{Compressor, trim_plan};
use super::options::{StepChange, StepView};
use super::policy::{CALL_NOW, MOST_NAMED, Push, nudge, push};
use super::turn::Turn;
use crate::dispatch::{Tools, looking_tools};
use crate::error::Result;
use crate::json;
use crate::model::{Block, Message, Role, joined_text};
use crate::provider::{ChatOptions, ChatRequest, ChatResponse, LOOK_AROUND, ToolChoice};
use std::rc::Rc;

/// Asks the model and takes its reply in. On abort nothing is taken in.
pub(super) async fn ask(driver: &Driver) -> Result<()> {
    let options = &driver.options;
    shorten(driver);
    let (iteration, push) = {
        let turn = driver.turn.borrow();
        let most = turn.limits().max_iterations;
        let can_display = options.dispatcher.layers().has_display();
        (turn.iteration() + 1, push(turn.iteration(), most, turn.displayed(), can_display))
    };
    let max_iterations = options.limits.max_iterations;
    driver.tell(&Event::IterationStart { iteration, max_iterations });
    let mut tools = offered(driver, push);
    let change = prepare(driver, iteration, &tools).await?;
    if let Some(names) = &change.tools {
        tools = kept(&tools, |name| names.iter().any(|wanted| wanted == name));
    }
    let only = change.tools.filter(|_| !change.run_hidden);
    let mut chat = ChatOptions { ..options.chat.clone() };
    chat.system = change.system.or(chat.system);
    chat.temperature = change.temperature.or(chat.temperature);
    chat.max_tokens = change.max_tokens.or(chat.max_tokens);
    if driver.turn.borrow().reminds() {
        // Reminded alone, small models say that they cannot call tools.
        chat.tool_choice = chat.tool_choice.or(Some(ToolChoice::Required));
    }
    recollect(driver, &mut chat).await;
    let messages = messages(driver, push);
    driver.tell(&Event::LlmRequest { messages: &messages, tools: &tools });
    let offered = tools.clone();
    let on_event = options.on_event.clone();
    let request = ChatRequest {
        messages,
        tools,
        options: chat,
        on_delta: Rc::new(move |delta| on_event(&Event::LlmDelta { delta })),
    };
    let provider = change.provider.unwrap_or_else(|| options.provider.clone());
    let started = options.clock.now_ms();
    let reply = provider.chat(request).await?;
    let latency_ms = options.clock.now_ms() - started;
    let cost_usd = options.prices.zip(reply.usage).map(|(prices, usage)| prices.of(usage));
    driver.tell(&Event::LlmResponse { response: &reply, latency_ms, cost_usd });
    let looks = reply.stop_reason == LOOK_AROUND;
    let announces = announces(&driver.turn.borrow(), &reply, &offered);
    let (content, usage) = (reply.content, reply.usage);
    driver.record(Entry::Replied { content, usage, latency_ms, only, looks, announces }).await
}

/// Old results become previews (spec "Tool Calling and Dispatch", Result Compression).
fn shorten(driver: &Driver) {
    let Some(how) = &driver.options.compress else { return };
    let mut turn = driver.turn.borrow_mut();
    let messages = turn.messages();
    let old = messages.len().saturating_sub(how.keep_last);
    let from = turn.shortened();
    if from >= old {
        return;
    }
    let results = driver.options.dispatcher.results();
    // Results stand in the message after their calls.
    let around = messages.iter().take(old).skip(from.saturating_sub(1));
    let compressor = Compressor::new(around.map(Rc::as_ref), results, *how);
    let shorter: Vec<(usize, Message)> = messages
        .iter()
        .take(old)
        .enumerate()
        .skip(from)
        .filter_map(|(index, message)| Some((index, compressor.message(message)?)))
        .collect();
    turn.shorten(shorter, old);
}

fn offered(driver: &Driver, push: Push) -> Tools {
    let tools = driver.options.dispatcher.tools();
    if !push.hide_discovery {
        return tools;
    }
    let looking = looking_tools(driver.options.dispatcher.layers());
    kept(&tools, |name| !looking.contains(name))
}

fn kept(tools: &Tools, keep: impl Fn(&str) -> bool) -> Tools {
    Rc::new(tools.iter().filter(|tool| keep(&tool.name)).cloned().collect())
}

async fn prepare(driver: &Driver, iteration: u32, tools: &Tools) -> Result<StepChange> {
    let Some(prepare) = &driver.options.host.prepare_step else { return Ok(StepChange::default()) };
    let tools = tools.iter().map(|tool| tool.name.as_str()).collect();
    let change = prepare(&StepView { iteration, turn: &driver.turn.borrow(), tools });
    change.await
}

/// Adds what the memory knows of the person's last words to the system prompt.
async fn recollect(driver: &Driver, chat: &mut ChatOptions) {
    let Some(recollect) = &driver.options.host.recollect else { return };
    if let Some(found) = recollect(&driver.last_words()).await.filter(|found| !found.is_empty()) {
        let system = chat.system.take().unwrap_or_default();
        chat.system = Some(if system.is_empty() { found } else { format!("{system}\n\n{found}") });
    }
}

/// The history, with the reminder at its end where one is due. The reminder is not part of the history.
fn messages(driver: &Driver, push: Push) -> Vec<Rc<Message>> {
    let turn = driver.turn.borrow();
    let mut messages = match driver.options.max_history_tokens {
        Some(most) => fitting(turn.messages(), most, &*driver.options.count_tokens),
        None => turn.messages().to_vec(),
    };
    let nudge = push.nudge.then(|| nudge(turn.iteration(), &display_tools(driver)));
    let reminder = turn.reminds().then(|| CALL_NOW.to_owned());
    if let Some(text) = reminder.or(nudge) {
        match messages.last_mut() {
            Some(last) if last.role == Role::User => {
                Rc::make_mut(last).content.push(Block::Text { text });
            }
            _ => messages.push(Rc::new(Message::text(Role::User, text))),
        }
    }
    messages
}

/// Whether a reply to a wish for which nothing is shown yet calls no tool, and names a few of these that were not called, or says nothing
/// although there were calls.
fn announces(turn: &Turn, reply: &ChatResponse, offered: &Tools) -> bool {
    let (text, made) = (joined_text(&reply.content), &turn.tool_calls);
    let is_blank = text.trim().is_empty() && !made.is_empty() && reply.stop_reason != "max_tokens";
    let is_named = |name: &str| text.contains(name) && !made.iter().any(|call| call.name == name);
    let named = offered.iter().filter(|tool| is_named(&tool.name)).count();
    !turn.displayed()
        && !reply.content.iter().any(|block| matches!(block, Block::ToolUse { .. }))
        && (is_blank || (1..=MOST_NAMED).contains(&named))
}

/// The end of the history that fits; whole turns go first, and no result is left without its call.
fn fitting(messages: &[Rc<Message>], most: usize, count: &dyn Fn(&str) -> usize) -> Vec<Rc<Message>> {
    let plan = trim_plan(messages, most, &|message| count(&json::text(message)));
    plan.into_iter()
        .filter_map(|kept| kept.replacement.map(Rc::new).or_else(|| messages.get(kept.index).cloned()))
        .collect()
}

fn display_tools(driver: &Driver) -> Vec<String> {
    let layers = driver.options.dispatcher.layers();
    let shows = layers
        .all()
        .enumerate()
        .filter(|(_, layer)| layer.protocol.rules().displays && layer.tool("widget_display").is_some());
    shows.map(|(index, _)| layers.wire_name(index, "widget_display")).collect()
}
