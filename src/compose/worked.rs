//! Worked examples, in front of what a model reads that nobody has taught to compose. They are about things that no page has.

/// What is asked of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The first field of a line: what to do.
    Pick,
    /// The widget that shows what a wish says.
    Widget,
    /// A query of tables.
    Query,
    /// The fields of a widget, or the arguments of a tool.
    Fill,
}

/// Examples of one task.
#[derive(Clone, Debug)]
pub struct Worked {
    /// What the model is to do, for the system's message of a chat.
    pub system: &'static str,
    /// What there is.
    pub about: &'static str,
    /// What stands in front of a wish: "Wish", "Question".
    pub asks: &'static str,
    /// Wishes with their answers.
    pub turns: Vec<Turn>,
}

/// A wish and its answer.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// What is shown already, each in a line.
    pub shown: &'static str,
    /// What is wished for.
    pub wish: &'static str,
    /// What the model is to write.
    pub answer: &'static str,
}

impl Task {
    /// The examples of the task.
    pub fn worked(self) -> Worked {
        let (asks, text) = match self {
            Task::Pick => ("Wish", include_str!("worked/pick.txt")),
            Task::Widget => ("Wish", include_str!("worked/widget.txt")),
            Task::Query => ("Question", include_str!("worked/query.txt")),
            Task::Fill => ("Wish", include_str!("worked/fill.txt")),
        };
        let mut parts = text.trim_end().split("\n====\n");
        let mut next = || parts.next().unwrap_or_default();
        let (system, about) = (next(), next());
        Worked { system, about, asks, turns: parts.filter_map(|part| turn(part, asks)).collect() }
    }
}

/// `[shown …]`, `Wish: …`, and the answer in the lines behind it.
fn turn(part: &'static str, asks: &str) -> Option<Turn> {
    let begin = part.find(&format!("{asks}: "))?;
    let (shown, rest) = part.split_at_checked(begin)?;
    let (wish, answer) = rest.split_once('\n')?;
    let wish = wish.split_once(": ")?.1;
    Some(Turn { shown: shown.trim_end(), wish, answer })
}
