//! The widgets of one server, each with its compiled schema.

use crate::error::{Code, Error, Result};
use crate::recipe::WidgetRecipe;
use crate::schema::{Repaired, Schema, repair};
use crate::search::Index;
use serde_json::Value;
use std::rc::Rc;

struct Entry {
    recipe: WidgetRecipe,
    schema: Rc<Schema>,
}

/// So many widgets are named to a model before it asks: the names of 650 would be 14,000 tokens of every request.
pub(super) const MOST_NAMED: usize = 80;

/// Widgets in the order of their registration.
#[derive(Default)]
pub struct Registry {
    entries: Vec<Entry>,
}

impl Registry {
    /// Adds the widget that `source` describes and returns its name.
    ///
    /// Fails with `invalid_recipe`, `invalid_schema` or `duplicate_widget`.
    pub fn register(&mut self, source: &str) -> Result<String> {
        let recipe = WidgetRecipe::parse(source)?;
        let schema = Schema::compile(&recipe.schema).map_err(|error| {
            let message = format!("The schema of widget '{}' cannot be used. {}", recipe.name, error.message);
            Error::new(Code::InvalidSchema, message)
        })?;
        if self.get(&recipe.name).is_some() {
            return Err(Error::new(
                Code::DuplicateWidget,
                format!("A widget '{}' is registered already; give this one another name.", recipe.name),
            ));
        }
        for (index, example) in recipe.examples.iter().enumerate() {
            let params = Value::Object(example.params.clone());
            if let Some(violation) = schema.check(&params).first() {
                return Err(Error::new(
                    Code::InvalidRecipe,
                    format!(
                        "Example {} of widget '{}' breaks the widget's own schema at '{}': {}.",
                        index + 1,
                        recipe.name,
                        violation.path,
                        violation.message
                    ),
                ));
            }
        }
        let name = recipe.name.clone();
        self.entries.push(Entry { recipe, schema: Rc::new(schema) });
        Ok(name)
    }

    /// Forgets the widget `name`; false where there is none.
    pub fn remove(&mut self, name: &str) -> bool {
        let before = self.entries.len();
        self.entries.retain(|entry| entry.recipe.name != name);
        self.entries.len() < before
    }

    /// The recipe of the widget `name`.
    pub fn get(&self, name: &str) -> Option<&WidgetRecipe> {
        self.entry(name).map(|entry| &entry.recipe)
    }

    /// The schema of the data of the widget `name`.
    pub fn schema(&self, name: &str) -> Option<Rc<Schema>> {
        self.entry(name).map(|entry| entry.schema.clone())
    }

    /// `data` with what can be mended without guessing, and what was mended.
    pub fn repair(&self, name: &str, data: Value) -> Repaired {
        match self.entry(name) {
            Some(entry) => repair(&entry.schema, data),
            None => Repaired { value: data, fixes: Vec::new() },
        }
    }

    /// All recipes.
    pub fn recipes(&self) -> impl Iterator<Item = &WidgetRecipe> {
        self.entries.iter().map(|entry| &entry.recipe)
    }

    /// All names.
    pub fn names(&self) -> Vec<&str> {
        self.recipes().map(|recipe| recipe.name.as_str()).collect()
    }

    /// The first names, for a model that asked for one that is not there; the others are found by searching.
    pub fn some_names(&self) -> Vec<&str> {
        self.recipes().map(|recipe| recipe.name.as_str()).take(MOST_NAMED).collect()
    }

    /// Recipes that share a word, or a part of one, with `query`, best first, each with the reasons why; all,
    /// without reasons, for a blank query.
    pub fn search(&self, query: &str) -> Vec<(&WidgetRecipe, Vec<String>)> {
        if query.trim().is_empty() {
            return self.recipes().map(|recipe| (recipe, Vec::new())).collect();
        }
        let mut index = Index::new(&[("name", 3.0), ("description", 2.0), ("body", 1.0)]);
        for recipe in self.recipes() {
            index.add(&[&recipe.name, &recipe.description, &recipe.body]);
        }
        let hits = index.query(query, self.entries.len());
        hits.into_iter().filter_map(|hit| Some((&self.entries.get(hit.index)?.recipe, hit.reasons))).collect()
    }

    fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.recipe.name == name)
    }
}
