//! The house laws: which room may import which, how long a file may be, and where JavaScript is named.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// room → rooms that it may import; the same table stands in CONTRIBUTING.md.
const IMPORTS: &[(&str, &[&str])] = &[
    ("clock", &[]),
    ("text", &[]),
    ("sse", &["text"]),
    ("search", &["text"]),
    ("json", &["text"]),
    ("model", &["json"]),
    ("schema", &["text", "json"]),
    ("adapt", &["json", "schema"]),
    ("error", &["schema"]),
    ("http", &["error"]),
    ("recipe", &["json", "error"]),
    ("canvas", &["text", "clock", "model"]),
    ("memory", &["json", "error", "search"]),
    ("server", &["json", "error", "model", "schema", "recipe", "canvas", "search"]),
    ("mcp", &["json", "error", "sse"]),
    ("provider", &["json", "error", "model", "http", "clock", "sse"]),
    ("languages", &[]),
    ("sql", &["json", "model", "languages"]),
    ("local", &["json", "error", "model", "provider"]),
    ("compose", &["text", "json", "model", "search", "languages", "sql"]),
    ("choose", &["json", "error", "model", "search", "provider", "languages", "sql", "local", "compose"]),
    ("dispatch", &["text", "json", "model", "canvas", "search", "schema", "adapt", "server"]),
    ("agent", &["json", "error", "model", "provider", "dispatch", "clock"]),
    ("tool_api", &["json", "schema"]),
    ("browser", &["json", "error", "http", "clock", "model", "memory", "provider", "server", "local"]),
    (
        "bindings",
        &[
            "json", "error", "model", "recipe", "schema", "adapt", "canvas", "memory", "server", "mcp",
            "provider", "local", "choose", "dispatch", "agent", "tool_api", "browser", "clock",
        ],
    ),
];

/// room of js/ → rooms that it may import; the same table stands in CONTRIBUTING.md. `types` are shapes alone, and `gen` is what
/// the build writes.
const SCRIPT_IMPORTS: &[(&str, &[&str])] = &[
    ("worker", &[]),
    ("core", &[]),
    ("schema", &["core"]),
    ("model", &["worker", "core"]),
    ("litert", &["worker", "core", "model"]),
    ("browser-model", &["core", "schema", "model"]),
    ("provider", &["worker", "core", "model", "litert"]),
    ("mcp", &["core", "schema"]),
    ("mcp-auth", &["core"]),
    ("apps", &["core"]),
    ("memory", &["core"]),
    ("dispatch", &["core"]),
    ("bus", &["core"]),
    ("guard", &["core"]),
    ("proxy", &["core"]),
    ("words", &["core"]),
    ("widgets", &["core", "schema", "words"]),
    ("canvas", &["core", "widgets"]),
    ("agent", &["core", "model", "provider", "widgets"]),
    ("server", &["core", "bus", "widgets", "canvas"]),
    ("share", &["core", "widgets"]),
    ("storage", &["core"]),
    ("sqlite", &["worker", "core"]),
    (
        "workspace",
        &[
            "core",
            "model",
            "provider",
            "browser-model",
            "mcp",
            "apps",
            "dispatch",
            "agent",
            "server",
            "storage",
        ],
    ),
    ("packs", &["core", "widgets", "server"]),
    ("compat", &["core", "schema", "model", "provider", "dispatch", "widgets"]),
    ("webmcp", &["core", "schema", "dispatch", "guard"]),
    ("tool-api", &["core", "guard"]),
    ("hosts", &["core", "proxy", "webmcp", "tool-api"]),
    (
        "elements",
        &[
            "core",
            "model",
            "apps",
            "guard",
            "widgets",
            "canvas",
            "agent",
            "server",
            "words",
            "share",
            "storage",
            "workspace",
            "webmcp",
            "tool-api",
        ],
    ),
    ("adapters", &["core", "model", "widgets", "canvas", "server", "workspace", "elements"]),
    ("embedder", &["worker", "core"]),
    ("wllama", &["worker", "core", "model", "compat", "litert"]),
];

pub fn files(root: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![PathBuf::from(root)];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && name != "node_modules" && name != "dist" {
                open.push(path);
            } else if name.ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn room_of(path: &Path) -> String {
    let parts: Vec<_> =
        path.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    parts[1].trim_end_matches(".rs").to_owned()
}

/// Names after `crate::` that are modules (lower case).
fn imports(text: &str) -> BTreeSet<String> {
    text.split("crate::")
        .skip(1)
        .map(|rest| rest.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect::<String>())
        .filter(|name| !name.is_empty())
        .collect()
}

#[test]
fn rooms_import_only_what_the_table_allows() {
    let table: BTreeMap<&str, &[&str]> = IMPORTS.iter().copied().collect();
    for path in files("src", ".rs") {
        let room = room_of(&path);
        if room == "lib" || room == "fast" {
            continue;
        }
        let allowed = table.get(room.as_str()).unwrap_or_else(|| panic!("{room} has no line in the table"));
        for import in imports(&std::fs::read_to_string(&path).unwrap()) {
            assert!(
                import == room || allowed.contains(&import.as_str()),
                "{} imports {import}",
                path.display()
            );
        }
    }
}

#[test]
fn the_table_has_no_cycle_and_nothing_that_is_not_used() {
    let position = |room: &str| IMPORTS.iter().position(|(name, _)| *name == room).unwrap();
    let mut used: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in files("src", ".rs") {
        used.entry(room_of(&path)).or_default().extend(imports(&std::fs::read_to_string(&path).unwrap()));
    }
    for (room, allowed) in IMPORTS {
        for import in *allowed {
            assert!(
                position(import) < position(room),
                "{room} and {import}: the table is in the order of imports"
            );
            assert!(used[*room].contains(*import), "{room} may import {import} but does not");
        }
    }
}

/// Where the relative address leads that a script has for another.
pub fn place_of<'a>(script: &'a str, address: &'a str) -> Vec<&'a str> {
    let mut place: Vec<&str> = script.split('/').collect();
    place.pop();
    for part in address.split('/') {
        match part {
            "." => {}
            ".." => assert!(place.pop().is_some(), "{script} imports {address}"),
            name => place.push(name),
        }
    }
    place
}

/// The rooms that a file of js/ imports, by `from`, `import` and `import()`.
fn script_imports(path: &Path, text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for opening in ["from \"", "import \"", "import(\""] {
        for rest in text.split(opening).skip(1) {
            let address = rest.split('"').next().unwrap();
            if !address.starts_with('.') {
                continue;
            }
            let place = place_of(path.to_str().unwrap(), address);
            found.insert(place[1].to_owned());
        }
    }
    found
}

/// What each room of js/ imports, but for types and what the build writes into the package.
fn used_by_scripts() -> BTreeMap<String, BTreeSet<String>> {
    let mut used: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in files("js", ".ts") {
        let room = room_of(&path);
        let text = std::fs::read_to_string(&path).unwrap();
        let imports = script_imports(&path, &text);
        let built = ["types", "wasm", "small-model", "full-schema", room.as_str()];
        let others: Vec<String> =
            imports.into_iter().filter(|other| !built.contains(&other.as_str())).collect();
        used.entry(room).or_default().extend(others);
    }
    used
}

#[test]
fn rooms_of_scripts_import_only_what_the_table_allows() {
    for (room, imports) in used_by_scripts() {
        if matches!(room.as_str(), "index.ts" | "auto.ts") {
            continue;
        }
        assert!(room != "types" || imports.is_empty(), "types import {imports:?}");
        let Some((_, allowed)) = SCRIPT_IMPORTS.iter().find(|(name, _)| *name == room) else {
            assert!(room == "types", "js/{room} has no line in the table");
            continue;
        };
        let allowed: BTreeSet<String> = allowed.iter().map(ToString::to_string).collect();
        assert_eq!(imports, allowed, "what js/{room} imports, and what the table allows");
    }
}

#[test]
fn the_table_of_scripts_has_no_cycle() {
    let position = |room: &str| SCRIPT_IMPORTS.iter().position(|(name, _)| *name == room).unwrap();
    for (room, allowed) in SCRIPT_IMPORTS {
        for import in *allowed {
            assert!(
                position(import) < position(room),
                "{room} and {import}: the table is in the order of imports"
            );
        }
    }
}

#[test]
fn only_bindings_and_browser_name_javascript() {
    for path in files("src", ".rs") {
        let text = std::fs::read_to_string(&path).unwrap();
        if !matches!(room_of(&path).as_str(), "bindings" | "browser") {
            for name in ["wasm_bindgen", "js_sys", "web_sys", "gloo_net"] {
                assert!(!text.contains(name), "{} names {name}", path.display());
            }
        }
    }
}

#[test]
fn files_are_small_and_say_what_they_decide() {
    let mut lengths = Vec::new();
    for (root, ending) in [
        ("src", ".rs"),
        ("engine/src", ".rs"),
        ("wasm", ".rs"),
        ("js", ".ts"),
        ("www", ".ts"),
        ("scripts", ".mjs"),
    ] {
        for path in files(root, ending) {
            let text = std::fs::read_to_string(&path).unwrap();
            let length = text.lines().count();
            assert!(length <= 400, "{} has {length} lines", path.display());
            if ending == ".rs" {
                assert!(text.starts_with("//!"), "{} does not open with what it decides", path.display());
            }
            lengths.push(length);
        }
    }
    lengths.sort_unstable();
    let median = lengths[lengths.len() / 2];
    assert!(median <= 120, "the median file has {median} lines");
}

#[test]
fn the_boundary_holds_no_logic() {
    for path in files("src/bindings", ".rs") {
        let length = std::fs::read_to_string(&path).unwrap().lines().count();
        assert!(length <= 200, "{} has {length} lines: it leaked logic", path.display());
    }
}

#[test]
fn contributing_holds_the_same_table() {
    let text = std::fs::read_to_string("CONTRIBUTING.md").unwrap();
    let rows = IMPORTS.iter().map(|row| ("", row)).chain(SCRIPT_IMPORTS.iter().map(|row| ("js/", row)));
    for (folder, (room, allowed)) in rows {
        let row = format!(
            "| `{folder}{room}` | {} |",
            if allowed.is_empty() { "–".into() } else { allowed.join(", ") }
        );
        assert!(text.contains(&row), "CONTRIBUTING.md lacks the row {row}");
    }
}

#[test]
fn the_crate_and_the_tool_of_wasm_bindgen_are_pinned_alike() {
    let lock = std::fs::read_to_string("Cargo.lock").unwrap();
    let version =
        lock.split("name = \"wasm-bindgen\"\nversion = \"").nth(1).unwrap().split('"').next().unwrap();
    let manifest = std::fs::read_to_string("Cargo.toml").unwrap();
    assert!(manifest.contains(&format!("wasm-bindgen = \"={version}\"")));
}

#[test]
fn the_engine_reads_the_stand_in_that_templates_write() {
    let written = |file: &str| {
        let source = std::fs::read_to_string(file).unwrap();
        source.split("pub const STAND_IN: char = ").nth(1).unwrap().split(';').next().unwrap().to_owned()
    };
    assert_eq!(written("engine/src/tokenizer/mod.rs"), written("wasm/chat-template/src/template.rs"));
}

#[test]
fn the_mount_sets_the_styles_that_the_canvas_takes() {
    let table: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string("tests/fixtures/css-properties.json").unwrap())
            .unwrap();
    let listed: Vec<&str> = table["properties"].as_object().unwrap().keys().map(String::as_str).collect();
    // `tests/js/frame-styles.test.mjs` holds the mount to the same table.
    assert_eq!(listed, webmcp_auto_ui::canvas::STYLE_PROPERTIES);
}

#[test]
fn the_languages_of_answers_have_all_that_answers_say() {
    let keys = |code: &str| -> BTreeSet<String> {
        let text = std::fs::read_to_string(format!("src/languages/{code}.txt")).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let all = lines.map(|line| line.split_once(": ").unwrap_or_else(|| panic!("{code}: {line}")).0);
        all.filter(|key| !key.starts_with("hear ")).map(str::to_owned).collect()
    };
    let english = keys("en");
    for code in ["de", "fr", "es", "it", "pt"] {
        assert_eq!(keys(code), english, "{code}");
    }
    let folders = std::fs::read_dir("js/widgets").unwrap().map(|entry| entry.unwrap().path());
    let widgets = folders.filter(|path| path.join("recipe.md").exists() && path.join("render.ts").exists());
    for widget in widgets {
        let name = widget.file_name().unwrap().to_string_lossy().into_owned();
        assert!(english.contains(&format!("widget {name}")), "{name}");
    }
}
