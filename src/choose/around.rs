//! What there is to show, to call and to query, as the conversation and the offered tools tell.

use super::call::{Ask, Done, is_ours, own_name, server_of};
use super::earlier::Earlier;
use super::history::History;
use super::question::Form;
use super::survey::{Source, all_tools, listings, prefix, query_tools, survey};
use crate::compose::{Fits, MOST_TOKENS, Offer, there_is, widget_lines};
use crate::model::{ProviderTool, estimate_tokens};
use crate::search::bm25;
use crate::sql::{Table, joins};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;

/// Of each kind, so many are read at most, and fewer where their names and descriptions are long ([`MOST_TOKENS`]): those that fit the
/// wish best.
const MOST_WIDGETS: usize = 16;
/// Of more widgets than that: which they are hangs on the wish then, so they are not read ahead. Of the wishes for 26 widgets beside 15
/// others (`tests/eval/composer/tuned/more.jsonl`) the right one is among the 8 that fit best for 92 %, and among 16 for 98 %.
const FEW_WIDGETS: usize = 8;
/// A model that follows instructions reads them all, so that the list is the same for each wish and is read ahead.
const MANY_WIDGETS: usize = 48;
const MANY_TOKENS: usize = 2_500;
const MOST_TOOLS: usize = 8;
const MOST_TABLES: usize = 8;
const MOST_RECIPES: usize = 3;
/// A longer name would fill what is read.
const MAX_NAME_CHARS: usize = 100;

/// A widget that can be shown.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Widget {
    pub(super) name: String,
    pub(super) description: String,
    /// The call that tells its schema.
    pub(super) reads: Ask,
}

/// All that there is.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Around {
    pub(super) widgets: Vec<Widget>,
    pub(super) tools: Vec<Tool>,
    /// What servers of data say of theirs.
    pub(super) recipes: Vec<Recipe>,
    pub(super) sources: Vec<Source>,
}

/// A recipe: what can be done with a server's data.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Recipe {
    name: String,
    description: String,
}

/// A tool that can be called, under its own name where no other server has one of that name.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tool {
    pub(super) name: String,
    pub(super) tool: Rc<ProviderTool>,
}

/// What servers have told of their data: by the tool that answers queries, and how it describes itself. Clones are one.
#[derive(Clone, Default)]
pub(super) struct Known(Rc<RefCell<Vec<(String, Source)>>>);

impl Known {
    // The schema of one tool differs: a server lists it, and the dispatcher offers it, simplified.
    fn of(&self, tool: &ProviderTool) -> Option<Source> {
        let known = self.0.borrow();
        let same = |(described, source): &&(String, Source)| {
            source.tool == tool.name && *described == tool.description
        };
        known.iter().find(same).map(|(_, source)| source.clone())
    }

    fn keep(&self, tool: &ProviderTool, source: Source) {
        self.forget(&tool.name);
        self.0.borrow_mut().push((tool.description.clone(), source));
    }

    /// Forgets what was told of a tool: it answers otherwise.
    pub(super) fn forget(&self, tool: &str) {
        self.0.borrow_mut().retain(|(_, source)| source.tool != tool);
    }

    /// Forgets the tables of a tool where its failure names one or a column of one: they may be others by now, or those of another server
    /// of that name. A server that cannot be reached names none, and would not tell of its tables either.
    pub(super) fn doubt(&self, tool: &str, failure: &str) {
        let is_named = |table: &Table| {
            let columns = table.columns.iter().map(|column| &column.name);
            columns.chain([&table.name]).any(|name| failure.contains(name.as_str()))
        };
        self.0.borrow_mut().retain(|(_, source)| source.tool != tool || !source.tables.iter().any(is_named));
    }

    /// Forgets all, so that the next wish looks again.
    pub(super) fn forget_all(&self) {
        self.0.borrow_mut().clear();
    }
}

impl Around {
    /// What is there, or what is to be asked first.
    pub(super) fn look(
        history: &History,
        tools: &[Rc<ProviderTool>],
        known: &Known,
    ) -> Result<Self, Vec<Ask>> {
        let unasked: Vec<Ask> = listings(tools)
            .into_iter()
            .filter(|(tool, _)| !history.done.iter().any(|call| call.name == *tool))
            .collect();
        if !unasked.is_empty() {
            return Err(unasked);
        }
        let tools = &all_tools(history, tools);
        let (mut sources, mut asks) = (Vec::new(), Vec::new());
        for (tool, argument) in query_tools(tools) {
            if let Some(source) = known.of(tool) {
                sources.push(source);
                continue;
            }
            match survey(history, tools, tool, &argument) {
                Ok(source) => {
                    // A server that has no tables may not be ready yet.
                    if !source.tables.is_empty() {
                        known.keep(tool, source.clone());
                    }
                    sources.push(source);
                }
                Err(more) => asks.extend(more),
            }
        }
        if !asks.is_empty() {
            return Err(asks);
        }
        let of_data = |tool: &Rc<ProviderTool>| {
            sources
                .iter()
                .any(|source| !source.tables.is_empty() && prefix(&source.tool) == prefix(&tool.name))
        };
        let own = |tool: &&Rc<ProviderTool>| !is_ours(&tool.name) && !of_data(tool);
        let tools_of = tools.iter().filter(own);
        let (widgets, recipes) = recipes(history, tools);
        Ok(Around { widgets, tools: named(tools_of.cloned().collect()), recipes, sources })
    }

    /// As much of it as is read before a wish: what fits the wish best, by `fits` where that is known and else by the words they share, in
    /// the order in which it is there. What `earlier` wishes have shown, and of what, stays.
    pub(super) fn fitting(mut self, wish: &str, earlier: &[Earlier], fits: &Fits, form: Form) -> Self {
        let is_shown = |widget: &Widget| earlier.iter().any(|one| one.widget == widget.name);
        let is_asked =
            |name: &String| earlier.iter().any(|one| one.line.tables().is_some_and(|all| all.contains(name)));
        let by_words = |texts: Vec<String>| bm25(wish, &texts);
        let by_fits = |offers: Vec<Offer<'_>>| {
            let known: Option<Vec<f64>> = offers.iter().map(|offer| fits.of(offer)).collect();
            let text = |offer: &Offer<'_>| format!("{} {}", offer.name, offer.description);
            known.unwrap_or_else(|| by_words(offers.iter().map(text).collect()))
        };
        let of_widgets = |widgets: &[Widget]| by_fits(widgets.iter().map(Widget::offer).collect());
        let of_tools = |tools: &[Tool]| by_fits(tools.iter().map(Tool::offer).collect());
        let of_tables =
            |tables: &[(usize, Table)]| by_words(tables.iter().map(|(_, table)| table.described()).collect());
        let mut tables: Vec<(usize, Table)> = Vec::new();
        for (at, source) in self.sources.iter_mut().enumerate() {
            tables.extend(std::mem::take(&mut source.tables).into_iter().map(|table| (at, table)));
        }
        let of_recipes = |recipes: &[Recipe]| {
            by_words(recipes.iter().map(|one| format!("{} {}", one.name, one.description)).collect())
        };
        let (widgets, most_tokens) = match form {
            Form::Taught if self.widgets.len() > MOST_WIDGETS => (FEW_WIDGETS, MOST_TOKENS),
            Form::Taught => (MOST_WIDGETS, MOST_TOKENS),
            _ => (MANY_WIDGETS, MANY_TOKENS),
        };
        let mut most = [widgets, MOST_TOOLS, MOST_TABLES, MOST_RECIPES];
        loop {
            best(&mut self.widgets, most[0], of_widgets, is_shown);
            best(&mut self.tools, most[1], of_tools, |_| false);
            best(&mut tables, most[2], of_tables, |(_, table)| is_asked(&table.name));
            best(&mut self.recipes, most[3], of_recipes, |_| false);
            let told: Vec<&Table> = tables.iter().map(|(_, table)| table).collect();
            let is_short = self.lists(&told, form).iter().all(|list| estimate_tokens(list) <= most_tokens);
            most = [self.widgets.len(), self.tools.len(), tables.len(), self.recipes.len()];
            // One less of what there is the most of.
            match most.iter_mut().max() {
                Some(count) if *count > 1 && !is_short => *count -= 1,
                _ => break,
            }
        }
        for (at, table) in tables {
            if let Some(source) = self.sources.get_mut(at) {
                source.tables.push(table);
            }
        }
        self
    }

    /// What can be shown or called.
    pub(super) fn offers(&self) -> Vec<Offer<'_>> {
        self.widgets.iter().map(Widget::offer).chain(self.tools.iter().map(Tool::offer)).collect()
    }

    /// The list in front of the wish.
    pub(super) fn list(&self, form: Form) -> String {
        let [list, _] = self.lists(&self.tables().collect::<Vec<_>>(), form);
        list
    }

    /// The widgets, in front of the choice of one.
    pub(super) fn widget_list(&self) -> String {
        widget_lines(&self.widgets.iter().map(Widget::offer).collect::<Vec<_>>())
    }

    /// The list in front of the wish, and that of the widgets where that is one of its own: of them only their names are told first then.
    fn lists(&self, tables: &[&Table], form: Form) -> [String; 2] {
        let recipes = self.recipes.iter().map(Recipe::offer);
        if form == Form::Taught {
            let all: Vec<Offer<'_>> = self.offers().into_iter().chain(recipes).collect();
            return [there_is(&all, tables), String::new()];
        }
        let others: Vec<Offer<'_>> = self.tools.iter().map(Tool::offer).chain(recipes).collect();
        let names: Vec<&str> = self.widgets.iter().map(|widget| widget.name.as_str()).collect();
        let names = (!names.is_empty()).then(|| format!("show widget: {}", names.join(", ")));
        let rest = Some(there_is(&others, tables)).filter(|rest| !rest.is_empty());
        [names.into_iter().chain(rest).collect::<Vec<_>>().join("\n"), self.widget_list()]
    }

    pub(super) fn tables(&self) -> impl Iterator<Item = &Table> {
        self.sources.iter().flat_map(|source| &source.tables)
    }

    /// The tables that can be asked together: each alone, and each pair that belongs together; or where a query chooses among them by itself,
    /// all of one source.
    pub(super) fn queries(&self, form: Form) -> Vec<Vec<&str>> {
        if form != Form::Taught {
            let all = self.sources.iter().filter(|source| !source.tables.is_empty());
            return all
                .map(|source| source.tables.iter().map(|table| table.name.as_str()).collect())
                .collect();
        }
        let mut found: Vec<Vec<&str>> = self.tables().map(|table| vec![table.name.as_str()]).collect();
        for source in &self.sources {
            for one in &source.tables {
                let others = source.tables.iter().filter(|other| other.name != one.name);
                found.extend(
                    others
                        .filter(|other| !joins(one, other).is_empty())
                        .map(|other| vec![one.name.as_str(), other.name.as_str()]),
                );
            }
        }
        found
    }

    /// Whether a tool is one that queries are asked of.
    pub(super) fn asks(&self, tool: &str) -> bool {
        self.sources.iter().any(|source| source.tool == tool)
    }

    /// The source that has all these tables, and the tables.
    pub(super) fn source(&self, names: &[String]) -> Option<(&Source, Vec<&Table>)> {
        self.sources.iter().find_map(|source| {
            let table = |name: &String| source.tables.iter().find(|table| table.name == *name);
            let tables: Vec<&Table> = names.iter().map(table).collect::<Option<_>>()?;
            (!tables.is_empty()).then_some((source, tables))
        })
    }
}

impl Widget {
    pub(super) fn offer(&self) -> Offer<'_> {
        Offer { verb: "show", name: &self.name, description: &self.description }
    }
}

impl Recipe {
    fn offer(&self) -> Offer<'_> {
        Offer { verb: "recipe", name: &self.name, description: &self.description }
    }
}

impl Tool {
    pub(super) fn offer(&self) -> Offer<'_> {
        Offer { verb: "call", name: &self.name, description: &self.tool.description }
    }
}

fn named(tools: Vec<Rc<ProviderTool>>) -> Vec<Tool> {
    let own: Vec<String> = tools.iter().map(|tool| own_name(&tool.name).to_owned()).collect();
    let is_alone = |name: &String| own.iter().filter(|other| *other == name).count() == 1;
    let named = tools.into_iter().zip(&own).map(|(tool, name)| Tool {
        name: if is_alone(name) { name.clone() } else { tool.name.clone() },
        tool,
    });
    named.collect()
}

/// Keeps the `most` whose score is the highest; those that are `needed` first.
fn best<T>(all: &mut Vec<T>, most: usize, scores: impl Fn(&[T]) -> Vec<f64>, needed: impl Fn(&T) -> bool) {
    if all.len() <= most {
        return;
    }
    let needed = all.iter().map(|one| if needed(one) { f64::INFINITY } else { 0.0 });
    let scores = scores(all).into_iter().zip(needed).map(|(score, needed)| score + needed);
    let mut ranked: Vec<(f64, usize)> = scores.zip(0..).collect();
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
    let keep: Vec<usize> = ranked.into_iter().take(most).map(|(_, at)| at).collect();
    let mut at = 0;
    all.retain(|_| {
        at += 1;
        keep.contains(&(at - 1))
    });
}

/// The widgets that connected servers can show, and the recipes of those that show none, with what their lists say of them.
fn recipes(history: &History, tools: &[Rc<ProviderTool>]) -> (Vec<Widget>, Vec<Recipe>) {
    let (mut widgets, mut recipes) = (Vec::<Widget>::new(), Vec::<Recipe>::new());
    for list in history.calls_of("list_recipes").filter(|list| !list.is_error) {
        let Some(server) = server_of(&list.name, "list_recipes") else { continue };
        // A server that shows widgets tells their schemas as well.
        let shows = tools.iter().any(|tool| server_of(&tool.name, "widget_display") == Some(server));
        for Recipe { name, description } in entries(list) {
            if shows && !widgets.iter().any(|widget| widget.name == name) {
                let reads = (format!("{server}_get_recipe"), json!({"name": name}));
                widgets.push(Widget { name, description, reads });
            } else if !shows && !recipes.iter().any(|recipe| recipe.name == name) {
                recipes.push(Recipe { name, description });
            }
        }
    }
    (widgets, recipes)
}

fn entries(list: &Done) -> Vec<Recipe> {
    let entry = |entry: &Value| {
        let text = |key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let (name, description) = (text("name"), text("description"));
        let is_plain =
            !name.is_empty() && name.chars().count() <= MAX_NAME_CHARS && !name.contains(char::is_control);
        is_plain.then_some(Recipe { name, description })
    };
    match list.json() {
        Some(Value::Array(entries)) => entries.iter().filter_map(entry).collect(),
        _ => Vec::new(),
    }
}
