//! A WebMCP server: validates what a model asks for and places the widgets itself.

use super::builtin;
use super::canvas_tool;
use super::handler::{ToolHandler, ToolResult};
use super::media::MediaPolicy;
use super::registry::Registry;
use crate::canvas::{self, AGENT, Action, Canvas, Change, Ids};
use crate::error::{Code, Error, Result};
use crate::model::{ToolDef, ToolFailure, WidgetRule};
use crate::schema::{Schema, nearest};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;

/// Tells whoever listens that the canvas changed.
pub type Told = Rc<dyn Fn(&Change)>;

struct Attached {
    canvas: Rc<RefCell<Canvas>>,
    told: Told,
}

struct HostTool {
    definition: ToolDef,
    schema: Schema,
    handler: Rc<dyn ToolHandler>,
}

/// One local server (spec "System Architecture", Widget Registry).
pub struct WebMcpServer {
    name: String,
    description: String,
    registry: Rc<RefCell<Registry>>,
    tools: RefCell<Vec<Rc<HostTool>>>,
    attached: RefCell<Option<Attached>>,
    media: Rc<RefCell<MediaPolicy>>,
    /// Ids for widgets while no canvas is attached.
    ids: RefCell<Ids>,
    /// Made once, so that a canvas knows it again.
    rule: WidgetRule,
}

impl WebMcpServer {
    /// A server without widgets. `seed` is any random number. Fails on a blank name.
    pub fn new(name: &str, description: &str, seed: u64) -> Result<Self> {
        if name.trim().is_empty() {
            return Err(Error::new(Code::InvalidArgument, "A WebMCP server needs a name that is not blank."));
        }
        let (registry, media): (Rc<RefCell<Registry>>, Rc<RefCell<MediaPolicy>>) = Default::default();
        let rule = rule(registry.clone(), media.clone());
        Ok(WebMcpServer {
            name: name.to_owned(),
            description: description.to_owned(),
            registry,
            tools: RefCell::default(),
            attached: RefCell::default(),
            media,
            rule,
            ids: RefCell::new(Ids::new(seed)),
        })
    }

    /// The name as the host gave it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the server is for.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The widgets.
    pub fn registry(&self) -> &RefCell<Registry> {
        &self.registry
    }

    /// What the widgets of this server may show: their schemas, and the media policy. A widget that is not registered
    /// has no rule.
    pub fn rule(&self) -> WidgetRule {
        self.rule.clone()
    }

    /// The arguments of `widget_display` with what can be mended without guessing, and what was mended.
    pub fn mend(&self, mut args: Value) -> (Value, Vec<String>) {
        let registry = self.registry.borrow();
        let asked = args.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        let mut fixes = Vec::new();
        let mut name = asked.clone();
        if registry.get(&asked).is_none()
            && let Some(close) = nearest(&asked, registry.names().into_iter())
        {
            fixes.push(format!("name: \"{asked}\" → \"{close}\""));
            close.clone_into(&mut name);
        }
        let repaired = registry.repair(&name, args.get("params").cloned().unwrap_or_else(|| json!({})));
        fixes.extend(repaired.fixes);
        if let Some(fields) = args.as_object_mut() {
            fields.insert("name".into(), Value::String(name));
            fields.insert("params".into(), repaired.value);
        }
        (args, fixes)
    }

    /// Places widgets on `canvas` from now on and reports each change to `told`. Whoever changes one of them, the canvas
    /// holds it to this server's rule from now on.
    pub fn attach_canvas(&self, canvas: Rc<RefCell<Canvas>>, told: Told) {
        canvas.borrow_mut().set_rule(&self.name, self.rule());
        *self.attached.borrow_mut() = Some(Attached { canvas, told });
    }

    /// Places no more widgets.
    pub fn detach_canvas(&self) {
        *self.attached.borrow_mut() = None;
    }

    /// Which addresses and pictures widgets may show from now on.
    pub fn set_media_policy(&self, policy: MediaPolicy) {
        *self.media.borrow_mut() = policy;
    }

    /// Adds a tool of the host.
    pub fn add_tool(&self, definition: ToolDef, handler: Rc<dyn ToolHandler>) -> Result<()> {
        let taken = builtin::NAMES.contains(&definition.name.as_str())
            || self.tools.borrow().iter().any(|tool| tool.definition.name == definition.name);
        if definition.name.trim().is_empty() || taken {
            let name = &definition.name;
            return Err(Error::new(
                Code::InvalidArgument,
                format!(
                    "The tool name '{name}' is blank or taken on server '{}'; choose another.",
                    self.name
                ),
            ));
        }
        let schema = Schema::compile(&definition.input_schema)?;
        self.tools.borrow_mut().push(Rc::new(HostTool { definition, schema, handler }));
        Ok(())
    }

    /// Whether there is a tool of that name, of the host or built in.
    pub fn has_tool(&self, name: &str) -> bool {
        builtin::NAMES.contains(&name) || self.tools.borrow().iter().any(|tool| tool.definition.name == name)
    }

    /// Everything that the server's layer lists: the host's tools, then the built-in ones.
    pub fn tools(&self) -> Vec<ToolDef> {
        let mut tools: Vec<ToolDef> =
            self.tools.borrow().iter().map(|tool| tool.definition.clone()).collect();
        tools.extend(builtin::tools(&self.registry.borrow()));
        tools
    }

    /// Runs a tool. A model's mistake comes back as `Ok({"error": …})` with what was expected;
    /// `Err` is a tool of the host that failed.
    pub async fn execute(&self, tool: &str, args: Value) -> ToolResult {
        let host = self.tools.borrow().iter().find(|known| known.definition.name == tool).cloned();
        if let Some(host) = host {
            let violations = host.schema.check(&args);
            if !violations.is_empty() {
                return Ok(invalid(&violations, host.schema.source()));
            }
            return host.handler.call(tool, args).await;
        }
        self.execute_builtin(tool, &args)
    }

    fn execute_builtin(&self, tool: &str, args: &Value) -> ToolResult {
        let text = |field: &str| args.get(field).and_then(Value::as_str).unwrap_or_default();
        Ok(match tool {
            "search_recipes" => self.search_recipes(text("query")),
            "list_recipes" => {
                self.registry.borrow().recipes().map(crate::recipe::WidgetRecipe::summary).collect()
            }
            "get_recipe" => self.get_recipe(text("name")),
            "widget_display" => self.widget_display(args),
            "canvas" => self.canvas(args),
            // Results belong to a run: its dispatcher answers `recall` before it comes here.
            "recall" => Value::String(format!("No result found for id '{}'.", text("id"))),
            other => {
                let names: Vec<String> = self.tools().into_iter().map(|tool| tool.name).collect();
                return Err(ToolFailure(format!(
                    "Server '{}' has no tool '{other}'. It has: {}.",
                    self.name,
                    names.join(", ")
                )));
            }
        })
    }

    fn get_recipe(&self, name: &str) -> Value {
        let registry = self.registry.borrow();
        match registry.get(name) {
            Some(recipe) => json!({
                "name": recipe.name,
                "description": recipe.description,
                "schema": recipe.schema,
                "recipe": recipe.body,
                "group": recipe.group,
                "examples": recipe.examples,
            }),
            None => {
                json!({"error": format!("There is no recipe '{name}'."), "available": registry.some_names()})
            }
        }
    }

    fn search_recipes(&self, query: &str) -> Value {
        let registry = self.registry.borrow();
        let found = registry.search(query);
        let summaries = found.iter().map(|(recipe, reasons)| {
            let mut summary = recipe.summary();
            if let (false, Some(fields)) = (reasons.is_empty(), summary.as_object_mut()) {
                fields.insert("why".into(), Value::String(reasons.join(", ")));
            }
            summary
        });
        summaries.collect()
    }

    fn widget_display(&self, args: &Value) -> Value {
        let (args, fixes) = self.mend(args.clone());
        let name = args.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        let schema = {
            let registry = self.registry.borrow();
            let Some(recipe) = registry.get(&name) else {
                return unknown_widget(&name, &registry.some_names());
            };
            recipe.schema.clone()
        };
        let data = args.get("params").cloned().unwrap_or_default();
        // An attached canvas asks the same.
        if self.attached.borrow().is_none()
            && let Some(problem) = (self.rule())(&name, &data)
        {
            return problem;
        }
        let Value::Object(data) = data else {
            return json!({"error": "params must be an object.", "expected_schema": schema});
        };
        let server_name = Some(self.name.clone());
        let action = Action::Add { id: None, kind: name.clone(), data: data.clone(), server_name };
        let mut shown = match self.apply(action) {
            Some(Change::Added { id, .. }) => json!({"widget": name, "data": data, "id": id, "placed": true}),
            Some(Change::Refused(problem)) => return problem,
            _ => json!({"widget": name, "data": data, "id": self.ids.borrow_mut().draw()}),
        };
        if let (false, Some(shown)) = (fixes.is_empty(), shown.as_object_mut()) {
            shown.insert("repaired".into(), json!(fixes));
        }
        shown
    }

    fn canvas(&self, args: &Value) -> Value {
        // Where the host places the widgets itself, the dispatcher does what is asked through its callbacks.
        let problem = format!("No canvas is attached to the server '{}', so nothing was changed.", self.name);
        let Some(canvas) = self.attached.borrow().as_ref().map(|attached| attached.canvas.clone()) else {
            return match canvas_tool::action(args, AGENT) {
                Err(problem) if !canvas_tool::is_question(args) => problem,
                _ => json!({"error": problem, "forward": true}),
            };
        };
        if canvas_tool::is_question(args) {
            return canvas_tool::list(&canvas.borrow());
        }
        let change = match canvas_tool::action(args, AGENT) {
            Ok(action) => self.apply(action).unwrap_or(Change::None),
            Err(problem) => return problem,
        };
        canvas_tool::answer(&change, args, &canvas.borrow())
    }

    /// Applies `action` to the attached canvas and tells; `None` without a canvas.
    fn apply(&self, action: Action) -> Option<Change> {
        let (canvas, told) = {
            let attached = self.attached.borrow();
            let attached = attached.as_ref()?;
            (attached.canvas.clone(), attached.told.clone())
        };
        let change = canvas::apply(&canvas, AGENT, action);
        told(&change);
        Some(change)
    }
}

/// The rule of a server with these widgets. Nothing is borrowed while the page is asked.
fn rule(registry: Rc<RefCell<Registry>>, media: Rc<RefCell<MediaPolicy>>) -> WidgetRule {
    Rc::new(move |kind, data| {
        let schema = registry.borrow().schema(kind)?;
        let mut violations = schema.check(data);
        if violations.is_empty() {
            let media = media.borrow().clone();
            violations = media.check(schema.source(), data);
        }
        (!violations.is_empty()).then(|| invalid(&violations, schema.source()))
    })
}

fn unknown_widget(name: &str, available: &[&str]) -> Value {
    json!({
        "error": format!("Widget \"{name}\" not found. Available: {}", available.join(", ")),
        "available": available,
    })
}

fn invalid(violations: &[crate::schema::Violation], schema: &Value) -> Value {
    json!({"error": "Validation failed", "details": violations, "expected_schema": schema})
}
