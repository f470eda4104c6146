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
    assert_eq!(roles(&[named("find_by_keyword", "Search the recipes.")])[0].0, "search_recipes");
    for (name, description) in [
        ("create_list", "Makes a list from a template."),
        ("list_items", "Lists the items of a template."),
        ("get_weather", "Follows the recipe of the forecast."),
    ] {
        assert!(roles(&[named(name, description)]).is_empty(), "{name}");
    }
}

#[test]
fn a_description_is_scanned_as_published_whatever_the_name_and_kept_to_what_it_says() {
    for (name, description, role) in [
        ("kb_search", "Search a recipe", "search_recipes"),
        ("catalog", "All the recipes of this server", "list_recipes"),
        ("catalog", "The template collection", "list_recipes"),
        ("cookbook", "Searches recipes by ingredient.", "search_recipes"),
        ("knowledge", "Catalog of skills", "list_recipes"),
        ("templates2", "A list of the available templates", "list_recipes"),
        ("kb_entry", "Get a recipe by its name", "get_recipe"),
        ("playbook_reader", "Returns one playbook.", "get_recipe"),
        ("kb_overview", "The library of workflows", "list_recipes"),
        ("lookup", "Find the recipe that fits", "search_recipes"),
    ] {
        let found = roles(&[named(name, description)]);
        assert!(found.iter().any(|(taken, _)| *taken == role), "{name}: {description}: {found:?}");
    }
    for (name, description) in [
        ("ci_status", "Lists workflow runs of a repository"),
        ("ci_history", "All workflow runs"),
        ("code", "Search code for a pattern"),
        ("code_search", "Finds code, templates excluded"),
        ("search_code", "Search a recipe"),
        ("runner", "Runs the recipe"),
        ("kitchen", "The recipe of the day"),
        ("export", "Exports all templates"),
        ("design_tokens", "The pattern library file formats"),
        ("ml", "Lists models trained from templates"),
        ("deploy", "Workflow dispatch"),
        ("weather", "The weather collection"),
        ("metrics", "Shows skill scores of employees"),
    ] {
        let found = roles(&[named(name, description)]);
        assert!(found.is_empty(), "{name}: {description}: {found:?}");
    }
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

/// Tool names of public MCP servers, as their documentation lists them, with the role that the published rules give.
#[test]
fn tools_of_public_servers_take_the_roles_that_the_published_rules_give() {
    let (search, list, get) = (Some("search_recipes"), Some("list_recipes"), Some("get_recipe"));
    let table: [(&str, &[(&str, Option<&str>)]); 15] = [
        (
            "github",
            &[
                ("get_file_contents", None),
                ("search_repositories", None),
                ("list_issues", None),
                ("get_pull_request", None),
                ("search_code", None),
                ("list_workflows", list),
                ("create_issue", None),
                ("get_me", None),
            ],
        ),
        (
            "filesystem",
            &[
                ("read_file", None),
                ("list_directory", None),
                ("search_files", None),
                ("directory_tree", None),
            ],
        ),
        (
            "memory",
            &[("create_entities", None), ("read_graph", None), ("search_nodes", None), ("open_nodes", None)],
        ),
        ("sqlite", &[("read_query", None), ("list_tables", None), ("describe_table", None)]),
        (
            "n8n",
            &[
                ("search_templates", search),
                ("get_template", get),
                ("list_node_templates", list),
                ("get_node", None),
                ("n8n_list_workflows", list),
                ("n8n_get_workflow", get),
                ("n8n_create_workflow", None),
            ],
        ),
        ("slack", &[("slack_list_channels", None), ("slack_get_users", None), ("slack_post_message", None)]),
        ("brave", &[("brave_web_search", None), ("brave_local_search", None)]),
        ("playwright", &[("browser_navigate", None), ("browser_snapshot", None), ("browser_click", None)]),
        ("context7", &[("resolve-library-id", None), ("get-library-docs", None)]),
        (
            "atlassian",
            &[
                ("getConfluencePage", None),
                ("searchJiraIssuesUsingJql", None),
                ("getVisibleJiraProjects", None),
                ("createJiraIssue", None),
            ],
        ),
        (
            "grafana",
            &[
                ("list_datasources", None),
                ("query_prometheus", None),
                ("search_dashboards", None),
                ("find_error_pattern_logs", search),
            ],
        ),
        ("aws docs", &[("search_documentation", None), ("read_documentation", None), ("recommend", None)]),
        (
            "hugging face",
            &[("model_search", None), ("dataset_search", None), ("hf_whoami", None), ("space_search", None)],
        ),
        (
            "recipes and skills",
            &[
                ("list_skills", list),
                ("browse_skills", list),
                ("find_skills", search),
                ("load_skill", None),
                ("read_skill", get),
                ("getSkill", get),
                ("search-recipes", search),
                ("recipes_list", list),
                ("describe_workflow", get),
                ("discover_workflows", list),
                ("explore_playbooks", list),
                ("show_playbook", get),
                ("queryPatterns", search),
            ],
        ),
        (
            "others",
            &[
                ("get_current_time", None),
                ("convert_time", None),
                ("maps_geocode", None),
                ("fetch", None),
                ("echo", None),
                ("sequentialthinking", None),
                ("airtable_list_records", None),
                ("list_customers", None),
                ("find_organizations", None),
                ("get_design_context", None),
                ("execute_sql", None),
                ("query_sql", None),
                ("search_observations", None),
            ],
        ),
    ];
    assert!(table.iter().map(|(_, tools)| tools.len()).sum::<usize>() >= 60);
    for (server, tools) in table {
        for (name, role) in tools {
            // Alone, so that an earlier tool does not take the role.
            let found = roles(&[named(name, "")]);
            match role {
                Some(role) => {
                    assert!(found.iter().any(|(found, _)| found == role), "{server}: {name} {found:?}");
                }
                None => assert!(found.is_empty(), "{server}: {name} {found:?}"),
            }
        }
        // Together, no tool takes two roles, but for the list that stands in for a search.
        let all: Vec<ToolDef> = tools.iter().map(|(name, _)| named(name, "")).collect();
        let mut taken: Vec<String> = roles(&all)
            .into_iter()
            .filter(|(role, _)| *role != "search_recipes")
            .map(|(_, name)| name)
            .collect();
        taken.sort();
        taken.dedup();
        assert_eq!(taken.len(), roles(&all).iter().filter(|(role, _)| *role != "search_recipes").count());
    }
}

#[test]
fn a_description_says_what_is_done_to_recipes_whatever_the_name_is() {
    for (name, description, role) in [
        ("lookup", "Search a recipe by keyword", "search_recipes"),
        ("discover_all", "Lists the available templates.", "list_recipes"),
        ("index", "List every skill", "list_recipes"),
        ("browse", "Browse the library of dashboards", "list_recipes"),
        ("explore", "Explore templates", "list_recipes"),
        ("fetch_one", "Retrieves a single playbook by its name", "get_recipe"),
        ("find", "Finds workflows that match some words", "search_recipes"),
    ] {
        let found = roles(&[named(name, description)]);
        let expected = if role.is_empty() { None } else { Some(role) };
        assert_eq!(
            found.iter().map(|(role, _)| *role).find(|found| expected.is_none_or(|role| *found == role)),
            expected,
            "{name}: {description}: {found:?}"
        );
    }
}

#[test]
fn a_recipe_that_a_description_merely_speaks_of_gives_no_role() {
    for (name, description) in [
        ("get", "Gets the weather, which follows the recipe of the forecast"),
        ("list", "Lists the items of a template"),
        ("list_items", "List the workflow's items"),
        ("search", "Search workflow runs by status"),
        ("get", "Get template items"),
        ("fetch", "Fetches a page; see the recipe for how"),
        ("read", "Read rows of a table. Use the template library for more."),
        ("query", "Query the database with a pattern"),
        ("create", "Create a template from a page"),
        ("read_graph", "Read the pattern of the graph"),
        ("list_tables", "List the library tables"),
    ] {
        assert!(
            roles(&[named(name, description)]).is_empty(),
            "{name}: {description}: {:?}",
            roles(&[named(name, description)])
        );
    }
}
