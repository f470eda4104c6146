use crate::support::{answering, layer, tool};
use proptest::prelude::*;
use serde_json::{Value, json};
use webmcp_auto_ui::dispatch::{Layers, Protocol, Route, full_name, sanitize_server_name};

fn layers(names: &[(&str, Protocol, &[&str])]) -> Layers {
    let layers = names
        .iter()
        .map(|(name, protocol, tools)| {
            let tools = tools.iter().map(|name| tool(name, json!({"type": "object"}))).collect();
            layer(*protocol, name, tools, answering(|_, _| Ok(Value::Null)))
        })
        .collect();
    Layers::new(layers)
}

fn to(layer: usize, tool: &str) -> Route {
    Route::Tool { layer, tool: tool.into() }
}

#[test]
fn server_names_are_sanitised_as_published() {
    for (name, expected) in [
        ("My MCP Server", "my"),
        ("mcp-server", "mcp"),
        ("Été 2", "ete_2"),
        ("a__b", "a_b"),
        ("x.y-z", "x_y_z"),
        ("data", "data"),
        ("", "mcp"),
        ("日本", "mcp"),
    ] {
        assert_eq!(sanitize_server_name(name), expected, "{name}");
    }
}

#[test]
fn of_two_tools_of_one_name_a_server_has_the_first_and_none_without_a_name() {
    let layers = layers(&[("s", Protocol::MCP, &["a", "b", "a", ""])]);
    let tools = layers.layer(0).unwrap().tools.iter().map(|tool| tool.name.as_str());
    assert_eq!(tools.collect::<Vec<_>>(), ["a", "b"]);
}

#[test]
fn names_with_a_token_inside_route_to_their_server() {
    let layers = layers(&[
        ("my webmcp kit", Protocol::WEBMCP, &["show"]),
        ("my", Protocol::WEBMCP, &["other"]),
        ("open_data_paris", Protocol::MCP, &["search"]),
        ("open", Protocol::MCP, &["x"]),
    ]);
    assert_eq!(layers.route("my_webmcp_kit_webmcp_show"), to(0, "show"));
    assert_eq!(layers.route("open_data_paris_mcp_search"), to(2, "search"));
    assert_eq!(layers.route("open_data_paris_data_search"), to(2, "search"), "the old token");
    assert_eq!(layers.route("my_webmcp_kit_webmcp_list_tools"), Route::ListTools { layer: 0 });
}

#[test]
fn equal_tool_names_stay_on_their_own_servers() {
    let layers = layers(&[("alpha", Protocol::MCP, &["search"]), ("beta", Protocol::MCP, &["search"])]);
    assert_eq!(layers.route("beta_mcp_search"), to(1, "search"));
}

#[test]
fn servers_that_sanitise_alike_are_told_apart() {
    let layers = layers(&[
        ("My Server", Protocol::MCP, &["a"]),
        ("my", Protocol::MCP, &["a"]),
        ("my", Protocol::WEBMCP, &["a"]),
    ]);
    assert_eq!(layers.route("my_mcp_a"), to(0, "a"));
    assert_eq!(layers.route("my_2_mcp_a"), to(1, "a"));
    assert_eq!(layers.route("my_webmcp_a"), to(2, "a"));
}

#[test]
fn unknown_names_say_what_is_unknown() {
    let layers = layers(&[("s", Protocol::MCP, &["a"])]);
    assert_eq!(layers.route("s_mcp_b"), Route::UnknownTool { layer: 0 });
    assert_eq!(
        layers.route("t_webmcp_b"),
        Route::UnknownServer { server: "t".into(), protocol: Protocol::WEBMCP }
    );
    for name in ["", "search", "_mcp_x", "x_mcp_", "toString"] {
        assert_eq!(layers.route(name), Route::Malformed, "{name}");
    }
}

proptest! {
    #[test]
    fn every_full_name_leads_back_to_its_tool(
        servers in proptest::collection::vec("[a-z0-9 _-]{0,6}(mcp|webmcp|data|ui| )?[a-z_]{0,6}", 1..5),
        tool in "[a-z]{1,5}(_mcp_|_webmcp_|_)?[a-z]{1,5}",
        webmcp in any::<bool>(),
    ) {
        let protocol = if webmcp { Protocol::WEBMCP } else { Protocol::MCP };
        let tools = [tool.as_str()];
        let list: Vec<(&str, Protocol, &[&str])> = servers.iter().map(|name| (name.as_str(), protocol, &tools[..])).collect();
        let layers = layers(&list);
        let mut names = std::collections::HashSet::new();
        for index in 0..servers.len() {
            let (layer, prefix) = (layers.layer(index).unwrap(), layers.prefix(index).unwrap());
            let name = full_name(prefix, layer.protocol, &tool);
            prop_assert!(names.insert(name.clone()));
            prop_assert_eq!(layers.route(&name), to(index, &tool));
        }
    }
}
