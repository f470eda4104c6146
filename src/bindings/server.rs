//! WebMCP servers for JavaScript.

use super::abort::abortable;
use super::canvas::lent_store;
use super::error::{JsResult, invalid};
use super::listeners::Listeners;
use super::media::media_policy;
use super::server_layer::{layer_of, set};
use super::take::{Callback, Text, get};
use super::{Pending, Unknown};
use crate::browser::{BrowserClock, JsTools, from_js, to_js};
use crate::clock::Clock;
use crate::error::{Code, Error};
use crate::json::Record;
use crate::model::ToolDef;
use crate::recipe::WidgetRecipe;
use crate::server::WebMcpServer as Core;
use js_sys::{Array, Function};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};

/// See `WebMcpServer` in `js/types/layers.ts`.
#[wasm_bindgen]
pub struct WebMcpServer {
    core: Rc<Core>,
    renderers: RefCell<Vec<(String, Function)>>,
    /// Who hears that there is another tool or widget.
    listeners: Rc<Listeners>,
    /// `execute(name, args, options)`, from which the layer's tools are bound.
    executor: Closure<dyn Fn(String, JsValue, JsValue) -> JsValue>,
    /// `checkWidget(type, data)` of the layer.
    checker: Closure<dyn Fn(JsValue, JsValue) -> JsValue>,
    /// `mendWidget(args)` of the layer.
    mender: Closure<dyn Fn(JsValue) -> JsValue>,
}

#[wasm_bindgen(js_name = createWebMcpServer)]
pub fn create_web_mcp_server(name: Text, options: Unknown) -> JsResult<WebMcpServer> {
    let name = name.read("createWebMcpServer: name")?;
    let options = JsValue::from(options);
    let description = get(&options, "description").as_string();
    let core = Rc::new(Core::new(&name, &description.unwrap_or_default(), BrowserClock.random())?);
    core.set_media_policy(media_policy(&options)?);
    let executed = core.clone();
    let executor = Closure::new(move |tool: String, args: JsValue, options: JsValue| {
        execute(&executed, Ok(tool), args, &options)
    });
    let rule = core.rule();
    let checker = Closure::new(move |kind: JsValue, data: JsValue| -> JsValue {
        let (Some(kind), Ok(data)) = (kind.as_string(), from_js::<Value>(&data)) else {
            return to_js(&Record(&[("error", &"checkWidget takes a widget's name and its data.")]));
        };
        rule(&kind, &data).map_or(JsValue::UNDEFINED, |problem| to_js(&problem))
    });
    let mended = core.clone();
    let mender = Closure::new(move |args: JsValue| -> JsValue {
        from_js::<Value>(&args).map_or(JsValue::UNDEFINED, |args| {
            let (args, fixes) = mended.mend(args);
            to_js(&Record(&[("args", &args), ("fixes", &fixes)]))
        })
    });
    Ok(WebMcpServer {
        core,
        renderers: RefCell::default(),
        listeners: Rc::default(),
        executor,
        checker,
        mender,
    })
}

fn execute(core: &Rc<Core>, tool: JsResult<String>, args: JsValue, options: &JsValue) -> JsValue {
    let core = core.clone();
    abortable(options, async move {
        let tool = tool?;
        let args: Value = if args.is_undefined() {
            json!({})
        } else {
            from_js(&args).map_err(|problem| invalid(&format!("The arguments of tool '{tool}'"), &problem))?
        };
        match core.execute(&tool, args).await {
            Ok(value) => Ok(to_js(&value)),
            Err(failure) if core.has_tool(&tool) => Err(Error::new(Code::ToolFailed, failure.0).into()),
            Err(failure) => Err(Error::new(Code::NotFound, failure.0).into()),
        }
    })
    .into()
}

#[wasm_bindgen]
impl WebMcpServer {
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.core.name().to_owned()
    }

    #[wasm_bindgen(getter)]
    pub fn description(&self) -> String {
        self.core.description().to_owned()
    }

    #[wasm_bindgen(js_name = registerWidget)]
    pub fn register_widget(&self, recipe: Text, renderer: Callback) -> JsResult<()> {
        let recipe = recipe.read("registerWidget: recipe")?;
        let renderer = renderer.read("registerWidget: renderer")?;
        let name = self.core.registry().borrow_mut().register(&recipe)?;
        self.renderers.borrow_mut().push((name, renderer));
        self.listeners.tell(&JsValue::UNDEFINED);
        Ok(())
    }

    #[wasm_bindgen(js_name = unregisterWidget)]
    pub fn unregister_widget(&self, name: Text) -> JsResult<bool> {
        let name = name.read("unregisterWidget: name")?;
        let known = self.core.registry().borrow_mut().remove(&name);
        self.renderers.borrow_mut().retain(|(other, _)| *other != name);
        if known {
            self.listeners.tell(&JsValue::UNDEFINED);
        }
        Ok(known)
    }

    #[wasm_bindgen(js_name = addTool)]
    pub fn add_tool(&self, tool: Unknown) -> JsResult<()> {
        let tool = JsValue::from(tool);
        let definition: ToolDef = from_js(&tool).map_err(|problem| {
            invalid("addTool needs {name, description, inputSchema, execute}", &problem)
        })?;
        let Ok(execute) = get(&tool, "execute").dyn_into::<Function>() else {
            return Err(invalid(&format!("The tool '{}'", definition.name), "execute must be a function"));
        };
        let handler = JsTools(vec![(definition.name.clone(), execute)]);
        self.core.add_tool(definition, Rc::new(handler))?;
        self.listeners.tell(&JsValue::UNDEFINED);
        Ok(())
    }

    #[wasm_bindgen(unchecked_return_type = "unknown")]
    pub fn subscribe(&self, listener: Callback) -> JsResult<JsValue> {
        Ok(self.listeners.add(listener.read("subscribe: listener")?))
    }

    #[wasm_bindgen(js_name = executeTool)]
    pub fn execute_tool(&self, name: Text, args: Unknown, options: Unknown) -> Pending {
        execute(&self.core, name.read("executeTool: name"), args.into(), &options).into()
    }

    #[wasm_bindgen(js_name = attachCanvas)]
    pub fn attach_canvas(&self, canvas: Unknown) -> JsResult<()> {
        let store = lent_store(&canvas).ok_or_else(|| {
            invalid(
                "attachCanvas: canvas",
                "must be a canvas that createCanvasVanilla() of this package made",
            )
        })?;
        let told = store.clone();
        self.core.attach_canvas(store.canvas.clone(), Rc::new(move |change| told.changed(change)));
        Ok(())
    }

    #[wasm_bindgen(js_name = detachCanvas)]
    pub fn detach_canvas(&self) {
        self.core.detach_canvas();
    }

    #[wasm_bindgen(js_name = getWidget, unchecked_return_type = "unknown")]
    pub fn get_widget(&self, name: Text) -> JsResult<JsValue> {
        let name = name.read("getWidget: name")?;
        Ok(self.core.registry().borrow().get(&name).map_or(JsValue::UNDEFINED, |recipe| self.entry(recipe)))
    }

    #[wasm_bindgen(js_name = listWidgets, unchecked_return_type = "unknown[]")]
    pub fn list_widgets(&self) -> Array {
        self.core.registry().borrow().recipes().map(|recipe| self.entry(recipe)).collect()
    }

    #[wasm_bindgen(unchecked_return_type = "unknown")]
    pub fn layer(&self) -> JsValue {
        layer_of(&self.core, self.executor.as_ref(), self.checker.as_ref(), self.mender.as_ref())
    }

    fn entry(&self, recipe: &WidgetRecipe) -> JsValue {
        let entry = to_js(&Record(&[
            ("name", &recipe.name),
            ("description", &recipe.description),
            ("inputSchema", &recipe.schema),
            ("recipe", &recipe.source),
            ("group", &recipe.group),
        ]));
        if let Some((_, renderer)) = self.renderers.borrow().iter().find(|(name, _)| *name == recipe.name) {
            set(&entry, "renderer", renderer);
        }
        entry
    }
}
