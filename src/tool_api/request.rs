//! What is known of a request before its body is read.

/// A request without its body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// In upper case, as HTTP has it.
    pub method: String,
    /// As it came, percent-encoded, without query and fragment.
    pub path: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
}

impl Request {
    /// The first header of this name, without white space around it.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.trim())
    }
}
