use crate::support::{STAT, answering, tool};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use webmcp_auto_ui::canvas::{Canvas, Change};
use webmcp_auto_ui::error::Code;
use webmcp_auto_ui::model::Layout;
use webmcp_auto_ui::server::WebMcpServer;

fn server() -> WebMcpServer {
    let server = WebMcpServer::new("autoui", "widgets", 1).unwrap();
    server.registry().borrow_mut().register(STAT).unwrap();
    server
}

fn execute(server: &WebMcpServer, tool: &str, args: Value) -> Value {
    pollster::block_on(server.execute(tool, args)).unwrap()
}

struct WithCanvas {
    server: WebMcpServer,
    canvas: Rc<RefCell<Canvas>>,
    told: Rc<RefCell<Vec<Change>>>,
}

fn with_canvas() -> WithCanvas {
    let (server, canvas, told) =
        (server(), Rc::new(RefCell::new(Canvas::new(0))), Rc::new(RefCell::new(Vec::new())));
    let heard = told.clone();
    server.attach_canvas(canvas.clone(), Rc::new(move |change| heard.borrow_mut().push(change.clone())));
    WithCanvas { server, canvas, told }
}

#[test]
fn the_layer_lists_the_published_tools() {
    let names: Vec<String> = server().tools().into_iter().map(|tool| tool.name).collect();
    assert_eq!(names, ["search_recipes", "list_recipes", "get_recipe", "widget_display", "canvas", "recall"]);
}

#[test]
fn recipes_are_listed_found_and_read() {
    let server = server();
    assert_eq!(execute(&server, "list_recipes", json!({}))[0]["name"], "stat");
    assert_eq!(execute(&server, "search_recipes", json!({"query": "KEY figures"}))[0]["name"], "stat");
    assert_eq!(
        execute(&server, "search_recipes", json!({"query": "igur"}))[0]["name"],
        "stat",
        "a part of a word"
    );
    assert_eq!(execute(&server, "search_recipes", json!({"query": "zebra"})), json!([]));
    let recipe = execute(&server, "get_recipe", json!({"name": "stat"}));
    assert_eq!(recipe["schema"]["required"], json!(["label", "value"]));
    assert_eq!(recipe["examples"][0]["wish"], "42 visitors");
    assert_eq!(execute(&server, "get_recipe", json!({"name": "no"}))["available"], json!(["stat"]));
}

#[test]
fn the_server_places_the_widget_on_its_canvas() {
    let WithCanvas { server, canvas, told } = with_canvas();
    let params = json!({"label": "Sales", "value": "3"});
    let shown = execute(&server, "widget_display", json!({"name": "stat", "params": params}));
    let id = shown["id"].as_str().unwrap();
    assert_eq!(shown["data"], params);
    let canvas = canvas.borrow();
    assert_eq!(canvas.get(id).unwrap().server_name.as_deref(), Some("autoui"));
    assert_eq!(*told.borrow(), [Change::Added { id: id.to_owned(), place: 0 }]);
}

#[test]
fn without_a_canvas_the_widget_gets_an_id_all_the_same() {
    let server = server();
    let args = json!({"name": "stat", "params": {"label": "a", "value": "b"}});
    let (one, two) =
        (execute(&server, "widget_display", args.clone()), execute(&server, "widget_display", args));
    assert!(one["id"].as_str().unwrap().starts_with("w_"));
    assert_ne!(one["id"], two["id"]);
    assert!(one.get("placed").is_none());
}

#[test]
fn data_that_does_not_fit_comes_back_with_the_schema() {
    let failed = execute(&server(), "widget_display", json!({"name": "stat", "params": {"label": "Sales"}}));
    assert_eq!(failed["error"], "Validation failed");
    assert_eq!(failed["details"][0]["path"], "/value");
    assert_eq!(failed["details"][0]["message"], "required");
    assert_eq!(failed["expected_schema"]["required"], json!(["label", "value"]));
}

#[test]
fn an_unknown_widget_names_the_known_ones() {
    let failed = execute(&server(), "widget_display", json!({"name": "toString", "params": {}}));
    assert_eq!(failed["error"], "Widget \"toString\" not found. Available: stat");
}

#[test]
fn canvas_actions_work_and_check_the_id() {
    let WithCanvas { server, canvas, .. } = with_canvas();
    let shown =
        execute(&server, "widget_display", json!({"name": "stat", "params": {"label": "a", "value": "1"}}));
    let id = shown["id"].clone();
    for (action, params) in [
        ("update", json!({"value": "2"})),
        ("update", json!({"data": {"label": "b"}})),
        ("move", json!({"x": 1, "y": 2})),
        ("resize", json!({"width": 3, "height": 4})),
        ("style", json!({"color": "red"})),
    ] {
        let answer = execute(&server, "canvas", json!({"action": action, "id": id, "params": params}));
        assert_eq!(answer["ok"], true, "{action}: {answer}");
    }
    {
        let canvas = canvas.borrow();
        let widget = canvas.get(id.as_str().unwrap()).unwrap();
        assert_eq!(Value::Object(widget.data.clone()), json!({"label": "b", "value": "2"}));
        let number = |key| widget.number(Layout::Flow, key);
        assert_eq!((number("x"), number("height")), (Some(1.0), Some(4.0)));
    }
    let unknown = execute(&server, "canvas", json!({"action": "remove", "id": "w_no"}));
    assert_eq!(unknown["available"], json!([id]));
    let bad = execute(&server, "canvas", json!({"action": "update", "id": id, "params": {"value": 5}}));
    assert_eq!(bad["error"], "Validation failed");
    assert!(execute(&server, "canvas", json!({"action": "move", "id": id})).get("error").is_some());
    assert!(execute(&server, "canvas", json!({"action": "explode"})).get("available").is_some());
    execute(&server, "canvas", json!({"action": "clear"}));
    assert!(canvas.borrow().widgets().is_empty());
}

#[test]
fn two_widgets_of_one_name_are_an_error() {
    let error = server().registry().borrow_mut().register(STAT).unwrap_err();
    assert_eq!(error.code, Code::DuplicateWidget);
    assert!(error.message.contains("'stat'"));
}

#[test]
fn a_recipe_whose_schema_or_example_is_wrong_is_refused() {
    let server = server();
    let mut registry = server.registry().borrow_mut();
    let error = registry.register("---\nwidget: w\nschema: {type: nothing}\n---\n").unwrap_err();
    assert_eq!(error.code, Code::InvalidSchema);
    assert!(error.message.contains("'w'"));
    let example =
        "---\nwidget: w\nschema: {type: object, required: [a]}\nexamples: [{wish: x, params: {}}]\n---\n";
    let error = registry.register(example).unwrap_err();
    assert_eq!(error.code, Code::InvalidRecipe);
    assert!(error.message.contains("'/a'"), "{}", error.message);
}

#[test]
fn tools_of_the_host_are_checked_and_called() {
    let server = server();
    let schema = json!({"type": "object", "required": ["n"], "properties": {"n": {"type": "number"}}});
    let double = answering(|_, args| Ok(json!(args["n"].as_f64().unwrap() * 2.0)));
    server.add_tool(tool("double", schema), double.clone()).unwrap();
    assert_eq!(execute(&server, "double", json!({"n": 2})), json!(4.0));
    assert_eq!(execute(&server, "double", json!({}))["details"][0]["path"], "/n");
    for name in ["double", "recall", " "] {
        let error = server.add_tool(tool(name, json!({})), double.clone()).unwrap_err();
        assert_eq!(error.code, Code::InvalidArgument, "{name}");
    }
    let failure = pollster::block_on(server.execute("no", json!({}))).unwrap_err();
    assert!(failure.0.contains("double, search_recipes"), "{}", failure.0);
}

#[test]
fn a_blank_server_name_is_refused() {
    assert_eq!(WebMcpServer::new(" ", "", 0).err().map(|e| e.code), Some(Code::InvalidArgument));
}
