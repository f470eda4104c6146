//! Discovery and what providers are sent (spec "ToolLayers": Progressive discovery, Schema transformations).

use crate::support::runs::{data, display, echo};
use crate::support::{answering, layer, tool};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use webmcp_auto_ui::dispatch::{
    Content, DiscoveryCache, Dispatcher, Hooks, Known, Layer, Layers, Protocol, RecipeSummary, Route, Rules,
    SchemaOptions, discovery_tools, is_wire_name,
};
use webmcp_auto_ui::model::ToolDef;
use webmcp_auto_ui::server::ToolHandler;

fn summary(name: &str, body: Option<&str>) -> RecipeSummary {
    RecipeSummary { name: name.into(), description: format!("About {name}"), body: body.map(str::to_owned) }
}

/// A server that counts how often it is asked.
fn counted(tools: &[&str], recipes: Vec<RecipeSummary>) -> (Rc<Cell<u32>>, Layer) {
    let asked = Rc::new(Cell::new(0));
    let count = asked.clone();
    let handler: Rc<dyn ToolHandler> = answering(move |tool, _| {
        count.set(count.get() + 1);
        Ok(json!({"content": [{"type": "text", "text": format!("{tool} of the server")}]}))
    });
    let tools = tools.iter().map(|name| tool(name, json!({"type": "object"}))).collect();
    (asked, Layer { recipes, ..layer(Protocol::MCP, "data gouv", tools, handler) })
}

fn dispatcher(layer: Layer) -> Dispatcher {
    Dispatcher::new(Layers::new(vec![layer]), Hooks::default(), None)
}

fn ask(dispatcher: &Dispatcher, tool: &str, args: Value) -> String {
    pollster::block_on(dispatcher.dispatch("1", &format!("data_gouv_mcp_{tool}"), args)).text
}

fn names(dispatcher: &Dispatcher) -> Vec<String> {
    dispatcher.tools().iter().map(|tool| tool.name.clone()).collect()
}

#[test]
fn only_discovery_tools_are_there_at_first_and_the_first_contact_brings_the_rest_once() {
    let (asked, layer) = counted(&["list_skills", "fetch", "query"], Vec::new());
    let dispatcher = dispatcher(layer);
    let at_first = names(&dispatcher);
    assert_eq!(at_first.len(), 5, "{at_first:?}");
    for looking in ["list_tools", "search_tools"] {
        ask(&dispatcher, looking, json!({"query": "fetch"}));
    }
    assert_eq!((names(&dispatcher), asked.get()), (at_first, 0), "looking touches nothing");
    ask(&dispatcher, "list_recipes", json!({}));
    let touched = names(&dispatcher);
    assert!(touched.contains(&"data_gouv_mcp_query".to_owned()));
    assert_eq!(asked.get(), 1);
    ask(&dispatcher, "query", json!({}));
    assert_eq!(names(&dispatcher), touched);
}

#[test]
fn searching_tools_says_why_and_lists_all_without_a_query() {
    let (_, mut layer) = counted(&["list_skills", "fetch_dataset", "query"], Vec::new());
    layer.tools[2].description = "Runs SQL over the register of mayors.".into();
    let dispatcher = dispatcher(layer);
    let found: Value =
        serde_json::from_str(&ask(&dispatcher, "search_tools", json!({"query": "mayor"}))).unwrap();
    assert_eq!(found[0]["name"], "query");
    assert!(found[0]["why"].as_str().unwrap().contains("description"), "{found}");
    let part: Value =
        serde_json::from_str(&ask(&dispatcher, "search_tools", json!({"query": "atase"}))).unwrap();
    assert_eq!(part[0]["name"], "fetch_dataset", "a part of a word");
    let none = ask(&dispatcher, "search_tools", json!({"query": "zebra"}));
    assert_eq!(none, "No tools matching query: zebra");
    let all: Value = serde_json::from_str(&ask(&dispatcher, "search_tools", json!({}))).unwrap();
    assert_eq!(all.as_array().unwrap().len(), 3);
}

#[test]
fn recipes_that_the_host_loaded_are_answered_without_the_server() {
    let recipes = vec![summary("profile", Some("# Profile\nDo this.")), summary("votes", Some("# Votes"))];
    let (asked, layer) = counted(&["search_skills", "list_skills", "get_skill"], recipes);
    let dispatcher = dispatcher(layer);
    let list: Value = serde_json::from_str(&ask(&dispatcher, "list_recipes", json!({}))).unwrap();
    assert_eq!(list[0], json!({"name": "profile", "description": "About profile"}));
    let found: Value =
        serde_json::from_str(&ask(&dispatcher, "search_recipes", json!({"q": "vote"}))).unwrap();
    assert_eq!((found.as_array().unwrap().len(), &found[0]["name"]), (1, &json!("votes")));
    assert!(ask(&dispatcher, "get_recipe", json!({"name": "PROFILE"})).contains("Do this."));
    assert_eq!(asked.get(), 0);
    // The host's list need not be complete.
    assert_eq!(ask(&dispatcher, "get_recipe", json!({"id": "x"})), "get_skill of the server");
    assert_eq!(ask(&dispatcher, "search_recipes", json!({"query": "zebra"})), "search_skills of the server");
    assert_eq!(asked.get(), 2);
    assert!(names(&dispatcher).contains(&"data_gouv_mcp_get_skill".to_owned()), "it counts as contact");
}

#[test]
fn recipes_that_nobody_loaded_are_never_answered_with_an_empty_list() {
    let (asked, layer) = counted(&["search_skills", "list_skills", "get_skill"], Vec::new());
    let without = dispatcher(layer);
    for (tool, answer) in [("list_recipes", "list_skills"), ("search_recipes", "search_skills")] {
        assert_eq!(ask(&without, tool, json!({"query": "x"})), format!("{answer} of the server"));
    }
    assert_eq!(asked.get(), 2);
    // A summary says nothing about the text: that is the server's to give.
    let (asked, layer) = counted(&["list_skills", "get_skill"], vec![summary("profile", None)]);
    let dispatcher = dispatcher(layer);
    assert_eq!(ask(&dispatcher, "get_recipe", json!({"name": "profile"})), "get_skill of the server");
    assert_eq!(asked.get(), 1);
}

#[test]
fn recipes_of_a_server_without_recipe_tools_are_offered_all_the_same() {
    let (asked, layer) = counted(&["query"], vec![summary("profile", Some("# Profile"))]);
    let dispatcher = dispatcher(layer);
    let offered = names(&dispatcher);
    for tool in ["search_recipes", "list_recipes", "get_recipe"] {
        assert!(offered.contains(&format!("data_gouv_mcp_{tool}")), "{offered:?}");
    }
    assert!(ask(&dispatcher, "get_recipe", json!({"name": "profile"})).contains("# Profile"));
    assert_eq!(asked.get(), 0);
}

#[test]
fn a_cache_of_the_host_answers_and_display_servers_are_no_part_of_it() {
    let layers = Layers::new(vec![data(echo()), display()]);
    let own = DiscoveryCache::of(&layers);
    assert_eq!(
        own.servers().len(),
        1,
        "the recipes of a display server carry schemas, which a cache has not"
    );
    let mut cache = DiscoveryCache::default();
    cache.register(Known { prefix: "s".into(), recipes: vec![summary("x", None)], ..Known::default() });
    assert!(cache.resolve("mcp", "s", "list_recipes", &json!({})).unwrap().contains("About x"));
    assert_eq!(cache.resolve("mcp", "s", "list_tools", &json!({})).as_deref(), Some("[]"));
    for (prefix, tool) in [("t", "list_recipes"), ("s", "get_recipe"), ("s", "query")] {
        assert_eq!(cache.resolve("mcp", prefix, tool, &json!({"name": "x"})), None, "{prefix} {tool}");
    }
    let dispatcher = Dispatcher::new(layers, Hooks::default(), None).with_cache(cache);
    let text = pollster::block_on(dispatcher.dispatch("1", "s_mcp_list_recipes", json!({}))).text;
    assert!(text.contains("About x"));
}

#[test]
fn names_that_a_provider_refuses_are_mapped_both_ways() {
    let long = "a_tool_with_a_name_that_is_much_longer_than_any_provider_would_ever_take_it";
    let names = [long, &format!("{long}_2"), "get.weather", "get_weather", "été/liste", "x y"];
    let tools: Vec<ToolDef> = names.iter().map(|name| tool(name, json!({"type": "object"}))).collect();
    let server = "The Most Wonderful Server Of The Whole Wide World And Beyond";
    let heard: Rc<RefCell<Vec<String>>> = Rc::default();
    let told = heard.clone();
    let handler = answering(move |tool, _| {
        told.borrow_mut().push(tool.to_owned());
        Ok(json!({"content": []}))
    });
    let layers = Layers::new(vec![layer(Protocol::MCP, server, tools, handler)]);
    let sent: Vec<String> = layers.tools_of(0).iter().map(|tool| tool.name.clone()).collect();
    let mut unique = sent.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), names.len(), "{sent:?}");
    let dispatcher = Dispatcher::new(layers, Hooks::default(), None);
    for (name, sent) in names.iter().zip(&sent) {
        assert!(is_wire_name(sent), "{sent}");
        assert!(!pollster::block_on(dispatcher.dispatch("1", sent, json!({}))).is_error);
        assert_eq!(heard.borrow().last().unwrap(), name);
    }
    for tool in dispatcher.tools().iter() {
        assert!(is_wire_name(&tool.name), "{}", tool.name);
    }
}

#[test]
fn flattened_arguments_arrive_nested_at_every_kind_of_server() {
    let center = json!({
        "type": "object",
        "properties": {"center": {"type": "object", "required": ["lat"], "properties": {"lat": {"type": "number"}}}},
        "required": ["center"],
    });
    for protocol in [Protocol::MCP, Protocol::WEBMCP] {
        let heard: Rc<RefCell<Value>> = Rc::default();
        let told = heard.clone();
        let handler = answering(move |_, args| {
            *told.borrow_mut() = args;
            Ok(json!({"content": []}))
        });
        let layer = layer(protocol, "geo", vec![tool("map", center.clone())], handler);
        let options = SchemaOptions { flatten: true, ..SchemaOptions::default() };
        let layers = Layers::with_options(vec![layer], options);
        let sent = layers.tools_of(0)[0].clone();
        assert!(sent.input_schema.pointer("/properties/center__lat").is_some(), "{}", sent.input_schema);
        let name = sent.name.clone();
        let dispatcher = Dispatcher::new(layers, Hooks::default(), None);
        let outcome = pollster::block_on(dispatcher.dispatch("1", &name, json!({"center__lat": 48.8})));
        assert!(!outcome.is_error, "{}", outcome.text);
        assert_eq!(*heard.borrow(), json!({"center": {"lat": 48.8}}));
    }
}

#[test]
fn schemas_are_made_strict_for_the_provider_and_checked_as_they_were() {
    let schema = json!({
        "type": "object", "required": ["params"],
        "properties": {"params": {"type": "object"}, "how": {"anyOf": [{"type": "string"}, {"type": "number"}]}},
    });
    let patches: Rc<RefCell<Vec<String>>> = Rc::default();
    let heard = patches.clone();
    let options = SchemaOptions {
        on_patch: Some(Rc::new(move |tool, patch| heard.borrow_mut().push(format!("{tool} {}", patch.path)))),
        ..SchemaOptions::default()
    };
    let layers =
        Layers::with_options(vec![layer(Protocol::MCP, "s", vec![tool("t", schema)], echo())], options);
    let sent = layers.tools_of(0)[0].clone();
    assert_eq!(sent.input_schema["additionalProperties"], false);
    assert!(sent.input_schema.pointer("/properties/how/anyOf").is_none());
    assert!(patches.borrow().iter().any(|patch| patch.contains("s_mcp_t root")), "{:?}", patches.borrow());
    let dispatcher = Dispatcher::new(layers, Hooks::default(), None);
    // The strict form forbids this; the server's own schema does not.
    let open = json!({"params": {"x": 1}, "how": 2});
    assert!(!pollster::block_on(dispatcher.dispatch("1", "s_mcp_t", open)).is_error);
}

#[test]
fn a_third_protocol_is_one_more_value() {
    static AGENT: Rules = Rules {
        token: "a2a",
        old_token: None,
        displays: false,
        read: |value| Content { text: format!("said {value}"), ..Content::default() },
        missing: |tool, server| format!("Error: the agent {server} for {tool} is away"),
    };
    let agent = Protocol::new(&AGENT);
    let tools = vec![tool("ask", json!({"type": "object"})), tool("list_skills", json!({"type": "object"}))];
    let mut silent = layer(agent, "other", tools.clone(), echo());
    silent.handler = None;
    let layers = Layers::new(vec![
        layer(agent, "helper", tools, answering(|_, _| Ok(json!("yes")))),
        silent,
        data(echo()),
        display(),
    ]);
    assert_eq!(layers.route("helper_a2a_ask"), Route::Tool { layer: 0, tool: "ask".into() });
    assert!(discovery_tools(&layers).iter().any(|tool| tool.name == "helper_a2a_list_recipes"));
    let prompt = webmcp_auto_ui::agent::system_prompt(&layers, webmcp_auto_ui::agent::PromptKind::default());
    assert!(prompt.contains("helper_a2a_list_recipes()") && !prompt.contains("helper_a2a_widget_display"));
    let dispatcher = Dispatcher::new(layers, Hooks::default(), None);
    let ask = |name: &str| pollster::block_on(dispatcher.dispatch("1", name, json!({}))).text;
    assert_eq!(ask("helper_a2a_ask"), "said \"yes\"");
    assert_eq!(ask("other_a2a_ask"), "Error: the agent other for other_a2a_ask is away");
    assert!(names(&dispatcher).contains(&"helper_a2a_ask".to_owned()));
}

#[test]
fn two_runs_share_no_aliases() {
    let alias = |tool_name: &str| {
        let layers = Layers::new(vec![layer(
            Protocol::MCP,
            "s",
            vec![tool(tool_name, json!({"type": "object"}))],
            echo(),
        )]);
        layers.aliases()
    };
    let first = alias("browse_skills");
    assert!(first.contains(&("s_mcp_list_recipes".into(), "s_mcp_browse_skills".into())));
    assert!(alias("query").is_empty());
    assert_eq!(alias("browse_skills"), first);
}

#[test]
fn a_server_never_speaks_as_another_of_its_name() {
    let recipes = vec![summary("evil", Some("# Evil")), summary("stat", Some("# Evil stat"))];
    let ask_tools = |tools: &[&str]| tools.iter().map(|name| tool(name, json!({"type": "object"}))).collect();
    let posing =
        Layer { recipes, ..layer(Protocol::MCP, "autoui", ask_tools(&["list_skills", "get_skill"]), echo()) };
    let own = answering(|tool, _| Ok(json!(format!("{tool} of the page"))));
    let real = layer(Protocol::WEBMCP, "autoui", ask_tools(&["list_recipes", "get_recipe"]), own);
    let layers = || Layers::new(vec![posing.clone(), real.clone()]);
    let host = DiscoveryCache::of(&layers());
    let dispatcher = Dispatcher::new(layers(), Hooks::default(), None).with_cache(host);
    let ask = |name: &str| pollster::block_on(dispatcher.dispatch("1", name, json!({"name": "stat"}))).text;
    assert_eq!(ask("autoui_webmcp_get_recipe"), "get_recipe of the page");
    assert_eq!(ask("autoui_webmcp_list_recipes"), "list_recipes of the page");
    assert!(ask("autoui_mcp_get_recipe").contains("Evil stat"));
}

#[test]
fn data_tools_that_only_look_like_discovery_stay_when_looking_ends() {
    let (_, layer) = counted(&["list_workflows", "run"], Vec::new());
    let layers = Layers::new(vec![layer]);
    let looking = webmcp_auto_ui::dispatch::looking_tools(&layers);
    assert!(looking.contains("data_gouv_mcp_list_recipes") && looking.contains("data_gouv_mcp_search_tools"));
    assert!(!looking.contains("data_gouv_mcp_list_workflows"), "{looking:?}");
}

#[test]
fn a_schema_that_is_none_is_told_and_the_rest_of_it_is_offered() {
    let schema = json!({
        "type": "object", "required": ["table"],
        "properties": {"table": {"type": "string"}, "limit": {"type": "strin"}, "how": 5, "ref": {"$ref": "#/$defs/x"},
            "far": {"$ref": "#/properties/table"}, "lost": {"$ref": "#/nowhere"}},
        "$defs": {"x": {"type": "string", "pattern": "("}},
    });
    let patches: Rc<RefCell<Vec<String>>> = Rc::default();
    let heard = patches.clone();
    let options = SchemaOptions {
        on_patch: Some(Rc::new(move |tool, patch| {
            heard.borrow_mut().push(format!("{tool} {} {}", patch.path, patch.keyword));
        })),
        ..SchemaOptions::default()
    };
    let layers =
        Layers::with_options(vec![layer(Protocol::MCP, "s", vec![tool("t", schema)], echo())], options);
    let sent = layers.tools_of(0)[0].input_schema.clone();
    assert!(webmcp_auto_ui::schema::Schema::compile(&sent).is_ok(), "{sent}");
    assert_eq!(
        (&sent["properties"]["table"]["type"], &sent["required"]),
        (&json!("string"), &json!(["table"]))
    );
    assert_eq!(sent["properties"]["far"]["type"], "string", "what leads somewhere stays: {sent}");
    for place in [
        "s_mcp_t root.properties.lost $ref",
        "s_mcp_t root.properties.limit type",
        "s_mcp_t root.properties.how schema",
        "s_mcp_t root.$defs.x pattern",
    ] {
        assert!(patches.borrow().iter().any(|patch| patch == place), "{place}: {:?}", patches.borrow());
    }
}

#[test]
fn arguments_are_unflattened_also_by_a_run_that_has_listed_nothing_yet() {
    let heard: Rc<RefCell<Value>> = Rc::default();
    let told = heard.clone();
    let handler = answering(move |_, args| {
        *told.borrow_mut() = args;
        Ok(json!({"content": []}))
    });
    let center = json!({"type": "object", "properties": {"lat": {"type": "number"}}});
    let schema = json!({"type": "object", "required": ["center"], "properties": {"center": center}});
    let options = SchemaOptions { flatten: true, ..SchemaOptions::default() };
    let layers =
        Layers::with_options(vec![layer(Protocol::MCP, "geo", vec![tool("map", schema)], handler)], options);
    let dispatcher = Dispatcher::new(layers, Hooks::default(), None);
    let outcome = pollster::block_on(dispatcher.dispatch("1", "geo_mcp_map", json!({"center__lat": 48.8})));
    assert!(!outcome.is_error, "{}", outcome.text);
    assert_eq!(*heard.borrow(), json!({"center": {"lat": 48.8}}));
}

#[test]
fn all_that_a_model_reads_of_its_mistakes_is_bounded() {
    let (_, layer) = counted(&["query"], Vec::new());
    let dispatcher = Dispatcher::new(Layers::new(vec![layer]), Hooks::default(), Some(1000));
    let long = "x".repeat(1_000_000);
    for name in [long.clone(), format!("data_gouv_mcp_{long}"), format!("{long}_mcp_tool")] {
        let outcome = pollster::block_on(dispatcher.dispatch("1", &name, json!({})));
        assert!(outcome.is_error && outcome.text.len() < 1_500, "{} characters", outcome.text.len());
    }
    let outcome =
        pollster::block_on(dispatcher.dispatch("1", "data_gouv_mcp_search_tools", json!({"query": long})));
    assert!(outcome.text.len() < 1_500);
}
