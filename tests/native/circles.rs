//! The law that no files need each other: to know one of them, one would have to know all. A room's `mod.rs` stands outside, for it
//! names the files that ask it, and so does what only tests need. Of scripts only those imports count that run before the file does:
//! types are gone by then, so that two shapes may name each other, and `import()` comes after.

use crate::house::{files, place_of};
use std::collections::{BTreeMap, BTreeSet};

/// file → files that it needs.
type Needs = BTreeMap<String, BTreeSet<String>>;
type Path = Vec<String>;

/// Files each of which needs the next, and the last one the first.
fn circle(mut needs: Needs) -> Option<Vec<String>> {
    // What needs nothing that is left is in no circle.
    let mut before = usize::MAX;
    while needs.len() < before {
        before = needs.len();
        let left: BTreeSet<String> = needs.keys().cloned().collect();
        needs.retain(|_, needed| {
            needed.retain(|file| left.contains(file));
            !needed.is_empty()
        });
    }
    let mut way = vec![needs.keys().next()?.clone()];
    loop {
        let next = needs[way.last().unwrap()].first().unwrap();
        if let Some(at) = way.iter().position(|file| file == next) {
            return Some(way.split_off(at));
        }
        way.push(next.clone());
    }
}

/// The modules of a crate.
#[derive(Default)]
struct Modules {
    files: BTreeMap<Path, String>,
    /// (module, name) → what it re-exports under that name.
    passed_on: BTreeMap<(Path, String), Path>,
}

impl Modules {
    /// A path from the crate's root; `None` for what is of another crate or defined right there.
    fn absolute(&self, module: &[String], path: &str) -> Option<Path> {
        let parts: Vec<&str> = path.split("::").map(str::trim).collect();
        let is_child = self.files.contains_key(&[module, &[parts[0].to_owned()]].concat());
        if !is_child && !matches!(parts[0], "crate" | "self" | "super") {
            return None;
        }
        let mut place = if parts[0] == "crate" { Path::new() } else { module.to_vec() };
        for part in parts {
            match part {
                "crate" | "self" => {}
                "super" => drop(place.pop()),
                name => place.push(name.to_owned()),
            }
        }
        Some(place)
    }

    /// The file in which what stands at a path is defined.
    fn file(&self, path: &[String]) -> Option<&String> {
        let length = (0..=path.len()).rev().find(|length| self.files.contains_key(&path[..*length]))?;
        let (module, rest) = path.split_at(length);
        let name = rest.first().map(|name| (module.to_vec(), name.clone()));
        match name.and_then(|name| self.passed_on.get(&name)) {
            Some(target) => self.file(&[target, &rest[1..]].concat()),
            None => self.files.get(module),
        }
    }
}

/// The code of a file, without comments and tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    text.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>().join("\n")
}

/// The paths of a `use`, each after what stands before its braces.
fn expand(before: &str, tree: &str, found: &mut Vec<String>) {
    let Some((more, inside)) = tree.split_once('{') else {
        return found.push(format!("{before}{}", tree.trim()));
    };
    let before = format!("{before}{}", more.trim());
    let mut depth = 0;
    let ends = |letter| {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        letter == ',' && depth == 0
    };
    let inside = inside.rsplit_once('}').map_or(inside, |(inside, _)| inside);
    for part in inside.split(ends).filter(|part| !part.trim().is_empty()) {
        expand(&before, part, found);
    }
}

/// The paths that a file uses, and whether it passes them on.
fn uses(code: &str) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    for statement in code.split(';') {
        let Some((before, tree)) = statement.rsplit_once("use ") else { continue };
        let before = before.rsplit('\n').next().unwrap().trim();
        if before.is_empty() || before.starts_with("pub") {
            let mut paths = Vec::new();
            expand("", tree, &mut paths);
            found.extend(paths.into_iter().map(|path| (path, !before.is_empty())));
        }
    }
    found
}

/// What the files of a crate need, by its sources: their paths below its root, and their texts.
fn needs_of_rust(sources: &[(String, String)]) -> Needs {
    let is_room = |file: &str| matches!(file.rsplit('/').next().unwrap(), "mod.rs" | "lib.rs");
    let module = |file: &str| {
        let path: Path = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        if is_room(file) { path[..path.len() - 1].to_vec() } else { path }
    };
    let mut modules = Modules::default();
    modules.files.extend(sources.iter().map(|(file, _)| (module(file), file.clone())));
    for (file, text) in sources {
        for (path, _) in uses(&code(text)).into_iter().filter(|(_, is_passed_on)| *is_passed_on) {
            let (path, name) = path.split_once(" as ").unwrap_or((&path, path.rsplit("::").next().unwrap()));
            if let Some(target) = modules.absolute(&module(file), path) {
                modules.passed_on.insert((module(file), name.to_owned()), target);
            }
        }
    }
    let mut needs = Needs::new();
    for (file, text) in sources.iter().filter(|(file, _)| !is_room(file)) {
        let code = code(text);
        let is_of_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
        let inline = code.split(|letter| !is_of_path(letter)).filter(|word| word.contains("::"));
        let inline = inline.map(|path| path.trim_matches(':').to_owned());
        let paths = uses(&code).into_iter().map(|(path, _)| path).chain(inline);
        let found = paths.filter_map(|path| modules.absolute(&module(file), path.split(' ').next()?));
        let needed = found.filter_map(|path| modules.file(&path).cloned());
        needs.insert(file.clone(), needed.filter(|other| other != file && !is_room(other)).collect());
    }
    needs
}

/// What scripts need before they run, by their paths and texts.
fn needs_of_scripts(sources: &[(String, String)]) -> Needs {
    let mut needs = Needs::new();
    for (file, text) in sources {
        let text = format!("\n{text}");
        let needed = needs.entry(file.clone()).or_default();
        for opening in ["from \"", "import \""] {
            for (at, _) in text.match_indices(opening) {
                let (head, rest) = text.split_at(at + opening.len());
                let address = rest.split('"').next().unwrap();
                let begins = head.rfind("\nimport ").max(head.rfind("\nexport "));
                let is_type = begins.is_some_and(|begin| head[begin + 7..].starts_with(" type "));
                if address.starts_with('.') && !is_type {
                    needed.insert(place_of(file, address).join("/").replace(".js", ".ts"));
                }
            }
        }
    }
    needs
}

fn read(files: Vec<std::path::PathBuf>, below: &str) -> Vec<(String, String)> {
    let name = |file: &std::path::Path| file.strip_prefix(below).unwrap().to_str().unwrap().to_owned();
    files.iter().map(|file| (name(file), std::fs::read_to_string(file).unwrap())).collect()
}

#[test]
fn no_files_of_a_crate_need_each_other() {
    let lazy = std::fs::read_dir("wasm").unwrap().map(|folder| folder.unwrap().path().join("src"));
    let roots = lazy.map(|root| root.to_str().unwrap().to_owned());
    for root in roots.chain(["src".to_owned(), "engine/src".to_owned()]) {
        let needs = needs_of_rust(&read(files(&root, ".rs"), &root));
        assert_eq!(circle(needs), None, "files of {root} that need each other");
    }
}

#[test]
fn no_scripts_need_each_other() {
    let scripts = [("js", ".ts"), ("www", ".ts"), ("scripts", ".mjs")];
    let scripts = scripts.into_iter().flat_map(|(root, ending)| read(files(root, ending), ""));
    assert_eq!(circle(needs_of_scripts(&scripts.collect::<Vec<_>>())), None, "scripts that need each other");
}

fn made<const COUNT: usize>(files: [(&str, &str); COUNT]) -> Vec<(String, String)> {
    files.map(|(file, text)| (file.to_owned(), text.to_owned())).to_vec()
}

#[test]
fn a_circle_of_rust_is_seen_through_braces_and_re_exports_and_paths() {
    let one = "use crate::{\n    http,\n    room::{Other, of_the_room},\n};";
    let is_seen = |two: &str, three: &str| {
        let room = "mod one;\nmod two;\npub use two::{Two as Other, made};\nfn of_the_room() {}";
        let [lib, room] = [("lib.rs", "mod room;\nmod three;"), ("room/mod.rs", room)];
        let files = [lib, room, ("room/one.rs", one), ("room/two.rs", two), ("three.rs", three)];
        circle(needs_of_rust(&made(files))).is_some_and(|files| files.len() == 3)
    };
    assert!(is_seen("fn made() { crate::three::made() }", "use super::room::one::{self, One};"));
    assert!(!is_seen("// super::one\nuse super::of_the_room;", "use crate::room::{made, one::One};"));
    assert!(!is_seen("#[cfg(test)]\nmod tests {\n    use crate::three;\n}", "use crate::room::one::One;"));
}

#[test]
fn a_circle_of_scripts_is_seen_but_not_one_of_types_or_of_what_comes_later() {
    let is_seen = |two: &str| {
        let one = "import {\n\ttwo,\n} from \"./room/two.js\";";
        circle(needs_of_scripts(&made([("js/one.ts", one), ("js/room/two.ts", two)]))).is_some()
    };
    assert!(is_seen("export { one } from \"../one.js\";"));
    assert!(is_seen("import type { Other } from \"./other.js\";\nimport \"../one.js\";"));
    assert!(!is_seen("import type { One } from \"../one.js\";"));
    assert!(!is_seen("const one = () => import(\"../one.js\");"));
}
