use crate::support::tool;
use serde_json::json;
use webmcp_auto_ui::dispatch::{Role, resolve};
use webmcp_auto_ui::model::ToolDef;

fn named(name: &str, description: &str) -> ToolDef {
    ToolDef { description: description.into(), ..tool(name, json!({})) }
}

fn roles(tools: &[ToolDef]) -> Vec<(&'static str, String)> {
    resolve(tools).into_iter().map(|(role, name)| (role.name(), name)).collect()
}

#[test]
fn names_of_other_servers_take_their_roles() {
    for (name, role) in [
        ("search_recipes", Some("search_recipes")),
        ("find_recipe_by_keyword", Some("search_recipes")),
        ("find_skills", Some("search_recipes")),
        ("querySkills", Some("search_recipes")),
        ("browse_skills", Some("list_recipes")),
        ("discover-workflows", Some("list_recipes")),
        ("recipes_list", Some("list_recipes")),
        ("read_skill", Some("get_recipe")),
        ("show-template", Some("get_recipe")),
        ("describe_pattern", Some("get_recipe")),
        ("search_docs", None),
        ("recipe", None),
        ("list_items", None),
    ] {
        let found = roles(&[named(name, "")]);
        assert_eq!(found.first().map(|(_, n)| n.as_str()), role.map(|_| name), "{name}");
        if let Some(role) = role {
            assert!(found.iter().any(|(found, _)| *found == role), "{name}: {found:?}");
        }
    }
}

#[test]
fn a_server_that_can_only_list_answers_searches_with_its_list() {
    assert_eq!(
        roles(&[named("list_skills", "")]),
        [("search_recipes", "list_skills".to_owned()), ("list_recipes", "list_skills".to_owned())]
    );
}

#[test]
fn a_description_counts_only_with_an_action_in_front_of_the_name() {
    assert_eq!(roles(&[named("explore", "Shows every recipe there is.")])[1].0, "list_recipes");
    assert!(roles(&[named("create_list", "Makes a list from a template.")]).is_empty());
}

#[test]
fn one_tool_takes_one_role_and_the_exact_name_wins() {
    let found = resolve(&[named("search_list_recipes", ""), named("list_recipes", "")]);
    assert_eq!(
        found,
        [
            (Role::SearchRecipes, "search_list_recipes".to_owned()),
            (Role::ListRecipes, "list_recipes".to_owned()),
        ]
    );
}
