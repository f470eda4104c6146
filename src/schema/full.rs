//! The full validator for what the compact one does not cover: installed by whoever has loaded it.

use super::options::Options;
use super::refused::Refused;
use super::violation::Violation;
use serde_json::Value;
use std::cell::RefCell;
use std::rc::Rc;

/// Tells what is wrong with a value.
pub type Check = Rc<dyn Fn(&Value) -> Vec<Violation>>;

/// Compiles a schema, or says why it cannot.
pub type Compile = Rc<dyn Fn(&Value, &Options) -> std::result::Result<Check, String>>;

thread_local! {
    // Schemas are compiled deep inside rooms that know nothing of loading; this is the one door for it.
    static FULL: RefCell<Option<Compile>> = const { RefCell::new(None) };
}

/// Makes `compile` answer for schemas beyond the compact validator; `None` takes it away again.
pub fn install_full_validator(compile: Option<Compile>) {
    FULL.with(|full| full.replace(compile));
}

pub(super) fn compile(schema: &Value, options: &Options, place: &str, what: &str) -> Result<Check, Refused> {
    let compile = FULL.with(|full| full.borrow().clone());
    let Some(compile) = compile else {
        return Err(Refused::schema(format!(
            "The schema at '{place}': {what}, which the compact validator does not cover; \
             await loadFullValidator() first, or change the schema."
        )));
    };
    compile(schema, options).map_err(|why| Refused::schema(format!("The schema does not compile: {why}.")))
}

impl Violation {
    /// A violation that another validator found: its JSON Pointer, the keyword, and its words without the value.
    pub fn foreign(path: &str, keyword: &str, message: &str) -> Self {
        Violation {
            path: path.to_owned(),
            message: super::violation::quote(message),
            keyword: keyword.to_owned(),
            expected: None,
            actual: None,
            dotted: path.trim_start_matches('/').replace('/', ".").replace("~1", "/").replace("~0", "~"),
        }
    }
}
