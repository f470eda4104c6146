//! Servers without recipes: a model that calls only what it is offered reaches their tools.

use crate::support::runs::{display, echo, go, over};
use crate::support::{ScriptedProvider, answering, call, layer, reply, text, tool};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use webmcp_auto_ui::agent::Limits;
use webmcp_auto_ui::agent::RunOptions;
use webmcp_auto_ui::dispatch::{Dispatcher, Hooks, Layer, Layers, Protocol, discovery_tools};
use webmcp_auto_ui::model::ToolDef;
use webmcp_auto_ui::provider::ChatRequest;

/// Tools of public servers, as their documentation lists them.
const GROUPS: [(&str, &[&str]); 15] = [
    (
        "github",
        &["get_file_contents", "search_repositories", "list_issues", "list_workflows", "create_issue"],
    ),
    ("filesystem", &["read_file", "list_directory", "search_files", "directory_tree"]),
    ("memory", &["create_entities", "read_graph", "search_nodes", "open_nodes"]),
    ("sqlite", &["read_query", "list_tables", "describe_table"]),
    ("n8n", &["search_templates", "get_template", "list_node_templates", "get_node"]),
    ("slack", &["slack_list_channels", "slack_get_users", "slack_post_message"]),
    ("brave", &["brave_web_search", "brave_local_search"]),
    ("playwright", &["browser_navigate", "browser_snapshot", "browser_click"]),
    ("context7", &["resolve-library-id", "get-library-docs"]),
    ("atlassian", &["getConfluencePage", "searchJiraIssuesUsingJql", "createJiraIssue"]),
    ("grafana", &["list_datasources", "query_prometheus", "find_error_pattern_logs"]),
    ("aws docs", &["search_documentation", "read_documentation", "recommend"]),
    ("hugging face", &["model_search", "dataset_search", "hf_whoami"]),
    ("recipes and skills", &["list_skills", "find_skills", "read_skill", "run_query"]),
    ("others", &["get_current_time", "maps_geocode", "fetch", "echo", "execute_sql"]),
];

fn named(names: &[&str]) -> Vec<ToolDef> {
    names.iter().map(|name| tool(name, json!({"type": "object"}))).collect()
}

/// The tools that a run reached whose model calls, at each step, the first offered tool that it has not called yet, data
/// tools first.
fn reached(layers: Vec<Layer>, wanted: &'static [&'static str]) -> Vec<String> {
    let provider = ScriptedProvider::new(Vec::new());
    let called: Rc<RefCell<Vec<String>>> = Rc::default();
    for _ in 0..8 {
        let called = called.clone();
        provider.script.borrow_mut().push_back(Box::new(move |request: &ChatRequest| {
            let mut called = called.borrow_mut();
            let offered = || request.tools.iter().map(|tool| tool.name.clone());
            let fresh = |name: &String| !called.contains(name);
            let data = offered()
                .filter(fresh)
                .find(|name| wanted.iter().any(|tool| name.ends_with(&format!("_mcp_{tool}"))));
            let Some(next) = data.or_else(|| offered().find(fresh)) else {
                return Ok(reply(vec![text("done")]));
            };
            called.push(next.clone());
            let query = json!({"query": wanted.last().unwrap().replace(['_', '-'], " ")});
            Ok(reply(vec![call(&format!("c{}", called.len()), &next, query)]))
        }));
    }
    let limits = Limits { max_iterations: 9, max_repeats: 0 };
    let outcome = go("wish", RunOptions { limits, ..over(provider, layers) });
    outcome.tool_calls.iter().filter(|call| call.error.is_none()).map(|call| call.name.clone()).collect()
}

#[test]
fn a_model_that_calls_only_what_it_is_offered_reaches_the_data_of_every_public_server() {
    for (server, tools) in GROUPS {
        let reached = reached(vec![layer(Protocol::MCP, server, named(tools), echo()), display()], tools);
        let data = tools.last().unwrap();
        assert!(reached.iter().any(|name| name.ends_with(&format!("_mcp_{data}"))), "{server}: {reached:?}");
    }
}

#[test]
fn it_reaches_them_as_well_where_they_are_too_many_to_be_offered_at_once() {
    static WANTED: [&str; 1] = ["query_table_177"];
    let tools: Vec<ToolDef> = (0..300)
        .map(|n| {
            let rows = json!({"type": "object", "properties": {"rows": {"type": "integer", "description": "How many rows."}}});
            tool(&format!("query_table_{n}"), rows)
        })
        .collect();
    let layers = || vec![layer(Protocol::MCP, "big", tools.clone(), echo()), display()];
    let first = discovery_tools(&Layers::new(layers()));
    assert!(!first.iter().any(|tool| tool.name.contains("query_table")), "300 tools are not offered at once");
    let reached = reached(layers(), &WANTED);
    assert!(reached.iter().any(|name| name == "big_mcp_query_table_177"), "{reached:?}");
    // Looking brought what was found, not everything.
    let dispatcher = Dispatcher::new(Layers::new(layers()), Hooks::default(), Some(10_000));
    let look = |tool: &str, args: Value| {
        pollster::block_on(dispatcher.dispatch("look", &format!("big_mcp_{tool}"), args))
    };
    look("search_tools", json!({"query": "query_table_177"}));
    let brought = dispatcher.tools().iter().filter(|tool| tool.name.contains("query_table")).count();
    assert!((1..=16).contains(&brought), "{brought}");
    // And a later run of the session still has them.
    let again = Dispatcher::new(Layers::new(layers()), Hooks::default(), None);
    again.activate(&dispatcher.activated());
    assert_eq!(again.tools().len(), dispatcher.tools().len());
    let listed = look("list_tools", json!({}));
    assert!(
        listed.text.len() < 10_300 && listed.text.contains("recall('look')"),
        "{} characters",
        listed.text.len()
    );
    assert!(
        dispatcher.tools().iter().any(|tool| tool.name == "big_mcp_query_table_299"),
        "the list brings them all"
    );
}

#[test]
fn tools_that_the_host_adds_to_a_display_server_are_offered_before_it_is_touched() {
    let mut ui = display();
    ui.tools.push(tool("pay", json!({"type": "object"})));
    let bare = layer(Protocol::WEBMCP, "desk", named(&["clock", "notes"]), echo());
    let offered: Vec<String> =
        discovery_tools(&Layers::new(vec![ui, bare])).iter().map(|tool| tool.name.clone()).collect();
    for name in ["ui_webmcp_pay", "desk_webmcp_clock", "desk_webmcp_notes"] {
        assert!(offered.contains(&name.to_owned()), "{name}: {offered:?}");
    }
}

#[test]
fn few_is_sixteen_in_all_or_three_thousand_tokens() {
    let server = |name: &str, count: usize, words: usize| {
        let tools = (0..count).map(|n| ToolDef {
            description: "word ".repeat(words),
            ..tool(&format!("t{n}"), json!({"type": "object"}))
        });
        layer(Protocol::MCP, name, tools.collect(), echo())
    };
    let raw = |layers: Vec<Layer>| {
        let tools = discovery_tools(&Layers::new(layers));
        tools.iter().filter(|tool| tool.name.contains("_mcp_t")).count()
    };
    assert_eq!(raw(vec![server("a", 16, 900)]), 16, "sixteen, however long");
    assert_eq!(raw(vec![server("a", 17, 900)]), 0, "seventeen long ones");
    assert_eq!(raw(vec![server("a", 60, 5)]), 60, "many short ones");
    assert_eq!(raw(vec![server("a", 10, 900), server("b", 10, 900)]), 10, "in all");
}

#[test]
fn recall_is_offered_where_results_name_it_also_without_a_display() {
    let long = answering(|_, _| Ok(json!({"content": [{"type": "text", "text": "row ".repeat(1000)}]})));
    let layers = Layers::new(vec![layer(Protocol::MCP, "s", named(&["read"]), long)]);
    let dispatcher = Dispatcher::new(layers, Hooks::default(), Some(200));
    let run = |id: &str, name: &str, args: Value| pollster::block_on(dispatcher.dispatch(id, name, args));
    assert!(run("7", "s_mcp_read", json!({})).text.contains("recall('7')"));
    assert!(dispatcher.tools().iter().any(|tool| tool.name == "s_mcp_recall"));
    assert_eq!(run("8", "s_mcp_recall", json!({"id": "7"})).text, "row ".repeat(1000));
}
