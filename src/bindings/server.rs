//! WebMCP servers for JavaScript.

use super::abort::abortable;
use super::canvas::CanvasVanilla;
use super::error::{JsResult, invalid};
use super::host::get;
use super::{Pending, Unknown};
use crate::browser::{BrowserClock, JsTools, from_js, to_js};
use crate::clock::Clock;
use crate::error::{Code, Error};
use crate::model::ToolDef;
use crate::recipe::WidgetRecipe;
use crate::server::{AllowUrl, MediaPolicy, WebMcpServer as Core};
use js_sys::{Array, Function, Object, Reflect};
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
    /// `execute(name, args, options)`, from which the layer's tools are bound.
    executor: Closure<dyn Fn(String, JsValue, JsValue) -> JsValue>,
}

#[wasm_bindgen(js_name = createWebMcpServer)]
pub fn create_web_mcp_server(name: String, options: Unknown) -> JsResult<WebMcpServer> {
    let options = JsValue::from(options);
    let description = get(&options, "description").as_string();
    let core = Rc::new(Core::new(&name, &description.unwrap_or_default(), BrowserClock.random())?);
    core.set_media_policy(media_policy(&options)?);
    let executed = core.clone();
    let executor = Closure::new(move |tool: String, args: JsValue, options: JsValue| {
        execute(&executed, tool, args, &options)
    });
    Ok(WebMcpServer { core, renderers: RefCell::default(), executor })
}

/// `allowUrl(url, path)` and `maxDataUrlLength`.
fn media_policy(options: &JsValue) -> JsResult<MediaPolicy> {
    let allow = get(options, "allowUrl");
    let allow_url = match allow.dyn_into::<Function>() {
        Ok(allow) => Some(Rc::new(move |url: &str, path: &str| {
            // A page that throws allows nothing.
            allow.call2(&JsValue::UNDEFINED, &url.into(), &path.into()).is_ok_and(|answer| answer.is_truthy())
        }) as AllowUrl),
        Err(value) if value.is_undefined() => None,
        Err(_) => return Err(invalid("createWebMcpServer(name, options)", "allowUrl must be a function")),
    };
    let max_data_chars = get(options, "maxDataUrlLength").as_f64().map(|length| length.max(0.0) as usize);
    Ok(MediaPolicy { allow_url, max_data_chars })
}

fn execute(core: &Rc<Core>, tool: String, args: JsValue, options: &JsValue) -> JsValue {
    let core = core.clone();
    abortable(options, async move {
        let args: Value = if args.is_undefined() {
            json!({})
        } else {
            from_js(&args).map_err(|problem| invalid(&format!("The arguments of tool '{tool}'"), &problem))?
        };
        match core.execute(&tool, args).await {
            Ok(value) => Ok(to_js(&value)),
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
    pub fn register_widget(&self, recipe: String, renderer: Unknown) -> JsResult<()> {
        let renderer = JsValue::from(renderer).dyn_into::<Function>().map_err(|_| {
            invalid("registerWidget(recipe, renderer)", "renderer must be a function (container, data)")
        })?;
        let name = self.core.registry().borrow_mut().register(&recipe)?;
        self.renderers.borrow_mut().push((name, renderer));
        Ok(())
    }

    #[wasm_bindgen(js_name = addTool)]
    pub fn add_tool(&self, tool: Unknown) -> JsResult<()> {
        let tool = JsValue::from(tool);
        let definition: ToolDef = from_js(&tool).map_err(|problem| {
            invalid("addTool needs {name, description, inputSchema, execute}", &problem)
        })?;
        let execute = Reflect::get(&tool, &"execute".into())
            .ok()
            .and_then(|function| function.dyn_into::<Function>().ok());
        let Some(execute) = execute else {
            return Err(invalid(&format!("The tool '{}'", definition.name), "execute must be a function"));
        };
        let handler = JsTools(vec![(definition.name.clone(), execute)]);
        Ok(self.core.add_tool(definition, Rc::new(handler))?)
    }

    #[wasm_bindgen(js_name = executeTool)]
    pub fn execute_tool(&self, name: String, args: Unknown, options: Unknown) -> Pending {
        execute(&self.core, name, args.into(), &options).into()
    }

    #[wasm_bindgen(js_name = attachCanvas)]
    pub fn attach_canvas(&self, canvas: &CanvasVanilla) {
        let store = canvas.0.clone();
        let told = store.clone();
        self.core.attach_canvas(store.canvas.clone(), Rc::new(move |change| told.changed(change)));
    }

    #[wasm_bindgen(js_name = detachCanvas)]
    pub fn detach_canvas(&self) {
        self.core.detach_canvas();
    }

    #[wasm_bindgen(js_name = getWidget, unchecked_return_type = "unknown")]
    pub fn get_widget(&self, name: String) -> JsValue {
        self.core.registry().borrow().get(&name).map_or(JsValue::UNDEFINED, |recipe| self.entry(recipe))
    }

    #[wasm_bindgen(js_name = listWidgets, unchecked_return_type = "unknown[]")]
    pub fn list_widgets(&self) -> Array {
        self.core.registry().borrow().recipes().map(|recipe| self.entry(recipe)).collect()
    }

    #[wasm_bindgen(unchecked_return_type = "unknown")]
    pub fn layer(&self) -> JsValue {
        let tools: Array = self
            .core
            .tools()
            .iter()
            .map(|tool| {
                let object = to_js(tool);
                let execute = self
                    .executor
                    .as_ref()
                    .unchecked_ref::<Function>()
                    .bind1(&JsValue::UNDEFINED, &tool.name.as_str().into());
                set(&object, "execute", &execute);
                object
            })
            .collect();
        let recipes: Vec<Value> =
            self.core.registry().borrow().recipes().map(WidgetRecipe::summary).collect();
        let layer = Object::new();
        set(&layer, "protocol", &"webmcp".into());
        set(&layer, "serverName", &self.core.name().into());
        set(&layer, "description", &self.core.description().into());
        set(&layer, "tools", &tools);
        set(&layer, "recipes", &to_js(&recipes));
        layer.into()
    }

    fn entry(&self, recipe: &WidgetRecipe) -> JsValue {
        let entry = to_js(&json!({
            "name": recipe.name,
            "description": recipe.description,
            "inputSchema": recipe.schema,
            "recipe": recipe.source,
            "group": recipe.group,
        }));
        if let Some((_, renderer)) = self.renderers.borrow().iter().find(|(name, _)| *name == recipe.name) {
            set(&entry, "renderer", renderer);
        }
        entry
    }
}

/// Setting a property of an object that we made cannot fail.
fn set(object: &JsValue, key: &str, value: &JsValue) {
    let _ = Reflect::set(object, &key.into(), value);
}
