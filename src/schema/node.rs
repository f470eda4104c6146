//! What a compiled schema is made of: nodes in one list that name each other by number.

use super::regex::Regex;
use serde_json::{Number, Value};

/// A place in the list of nodes.
pub(super) type NodeId = usize;

/// The types of JSON as bits; an integer is a number too.
pub(super) mod types {
    pub(in crate::schema) const NULL: u8 = 1;
    pub(in crate::schema) const BOOLEAN: u8 = 2;
    pub(in crate::schema) const INTEGER: u8 = 4;
    pub(in crate::schema) const NUMBER: u8 = 8;
    pub(in crate::schema) const STRING: u8 = 16;
    pub(in crate::schema) const ARRAY: u8 = 32;
    pub(in crate::schema) const OBJECT: u8 = 64;
    pub(in crate::schema) const ANY: u8 = 127;
    /// In the order of the bits.
    pub(in crate::schema) const NAMES: [&str; 7] =
        ["null", "boolean", "integer", "number", "string", "array", "object"];
}

/// One schema. What it does not ask for costs a pointer.
pub(super) struct Node {
    /// The types it allows.
    pub(super) types: u8,
    /// The schema `false`.
    pub(super) never: bool,
    /// Can be checked while the text is read: all it asks is answered by one look at each part.
    pub(super) streams: bool,
    /// The schema resource (by `$id`) it stands in; `$dynamicRef` goes by these.
    pub(super) resource: usize,
    pub(super) values: Option<Box<Values>>,
    pub(super) number: Option<Box<NumberRules>>,
    pub(super) string: Option<Box<StringRules>>,
    pub(super) array: Option<Box<ArrayRules>>,
    pub(super) object: Option<Box<ObjectRules>>,
    pub(super) logic: Option<Box<Logic>>,
    pub(super) unevaluated: Option<Box<Unevaluated>>,
    /// What repair puts where a required value is missing.
    pub(super) default: Option<Box<Value>>,
}

impl Node {
    pub(super) fn any(resource: usize) -> Self {
        Node {
            types: types::ANY,
            never: false,
            streams: true,
            resource,
            values: None,
            number: None,
            string: None,
            array: None,
            object: None,
            logic: None,
            unevaluated: None,
            default: None,
        }
    }

    /// Whether each part can be judged as it is read: nothing looks at a whole list or record, or twice.
    pub(super) fn can_stream(&self) -> bool {
        let alias = self.logic.as_ref().is_none_or(|logic| logic.is_alias() && self.asks_nothing_itself());
        let list = self.array.as_ref().is_none_or(|rules| !rules.unique && rules.contains.is_none());
        let record = self.object.as_ref().is_none_or(|rules| {
            rules.patterns.is_empty() && rules.names.is_none() && rules.dependent.is_empty()
        });
        alias && list && record && self.unevaluated.is_none()
    }

    /// Takes every value.
    pub(super) fn asks_nothing(&self) -> bool {
        !self.never && self.logic.is_none() && self.unevaluated.is_none() && self.asks_nothing_itself()
    }

    fn asks_nothing_itself(&self) -> bool {
        self.types == types::ANY
            && self.values.is_none()
            && self.number.is_none()
            && self.string.is_none()
            && self.array.is_none()
            && self.object.is_none()
    }
}

/// `enum` and `const`.
pub(super) struct Values {
    pub(super) one_of: Option<Vec<Value>>,
    pub(super) constant: Option<Value>,
}

/// `minimum` and its kin; each limit with the keyword's own number.
#[derive(Default)]
pub(super) struct NumberRules {
    pub(super) minimum: Option<Number>,
    pub(super) maximum: Option<Number>,
    pub(super) above: Option<Number>,
    pub(super) below: Option<Number>,
    pub(super) multiple_of: Option<Number>,
}

/// What a text must be.
#[derive(Default)]
pub(super) struct StringRules {
    pub(super) min: u64,
    pub(super) max: Option<u64>,
    pub(super) pattern: Option<Regex>,
    /// Only where formats are asserted.
    pub(super) format: Option<super::format::Format>,
}

/// What a list must hold.
#[derive(Default)]
pub(super) struct ArrayRules {
    pub(super) min: u64,
    pub(super) max: Option<u64>,
    pub(super) unique: bool,
    pub(super) prefix: Vec<NodeId>,
    pub(super) items: Option<NodeId>,
    pub(super) contains: Option<Contains>,
}

/// `contains` with its counts.
pub(super) struct Contains {
    pub(super) node: NodeId,
    pub(super) min: u64,
    pub(super) max: Option<u64>,
}

/// A property that the schema names, in `properties` or in `required`.
pub(super) struct Property {
    pub(super) name: Box<str>,
    /// Whether the name needs no escape in a JSON text.
    pub(super) plain: bool,
    pub(super) required: bool,
    /// `None`: only `required` names it, so `additionalProperties` still applies.
    pub(super) node: Option<NodeId>,
}

impl Property {
    pub(super) fn new(name: Box<str>, required: bool, node: Option<NodeId>) -> Self {
        let plain = !name.bytes().any(|byte| matches!(byte, b'"' | b'\\' | 0..0x20));
        Property { name, plain, required, node }
    }
}

/// What a record must hold.
#[derive(Default)]
pub(super) struct ObjectRules {
    pub(super) properties: Vec<Property>,
    /// Positions in `properties`, ordered by name; filled where there are many.
    pub(super) by_name: Vec<usize>,
    pub(super) required: usize,
    pub(super) patterns: Vec<(Regex, NodeId)>,
    pub(super) additional: Option<NodeId>,
    pub(super) names: Option<NodeId>,
    pub(super) min: u64,
    pub(super) max: Option<u64>,
    pub(super) dependent: Vec<(Box<str>, Vec<Box<str>>)>,
}

/// Below this many properties a walk through all is faster than a search.
const FEW: usize = 12;

impl ObjectRules {
    pub(super) fn sort(&mut self) {
        self.required = self.properties.iter().filter(|property| property.required).count();
        if self.properties.len() > FEW {
            let name = |index: usize| self.properties.get(index).map(|property| &property.name);
            self.by_name = super::value::sorted(self.properties.len(), &|a, b| name(a).cmp(&name(b)));
        }
    }

    /// The property `name`. Keys mostly come in the order of the schema: `hint` is where the search starts.
    pub(super) fn find(&self, name: &str, hint: &mut usize) -> Option<&Property> {
        if let Some(property) = self.properties.get(*hint)
            && *property.name == *name
        {
            *hint += 1;
            return Some(property);
        }
        let index = self.position(name)?;
        *hint = index + 1;
        self.properties.get(index)
    }

    pub(super) fn position(&self, name: &str) -> Option<usize> {
        if self.by_name.is_empty() {
            return self.properties.iter().position(|property| *property.name == *name);
        }
        let order = |index: &usize| self.properties.get(*index).map(|p| (*p.name).cmp(name));
        let found =
            self.by_name.binary_search_by(|index| order(index).unwrap_or(std::cmp::Ordering::Less)).ok()?;
        self.by_name.get(found).copied()
    }

    pub(super) fn require(&mut self, index: usize) {
        if let Some(property) = self.properties.get_mut(index) {
            property.required = true;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.properties.is_empty()
            && self.patterns.is_empty()
            && self.additional.is_none()
            && self.names.is_none()
            && self.min == 0
            && self.max.is_none()
            && self.dependent.is_empty()
    }
}

/// What refers to other schemas about the same value.
#[derive(Default)]
pub(super) struct Logic {
    pub(super) reference: Option<NodeId>,
    pub(super) dynamic: Option<Dynamic>,
    pub(super) all: Vec<NodeId>,
    pub(super) any: Vec<NodeId>,
    pub(super) one: Vec<NodeId>,
    pub(super) not: Option<NodeId>,
    pub(super) when: Option<NodeId>,
    pub(super) then: Option<NodeId>,
    pub(super) otherwise: Option<NodeId>,
    pub(super) dependent: Vec<(Box<str>, NodeId)>,
}

impl Logic {
    /// Only a `$ref`, so that this node is another word for its target.
    pub(super) fn is_alias(&self) -> bool {
        self.reference.is_some() && self.asks_no_more()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.reference.is_none() && self.asks_no_more()
    }

    fn asks_no_more(&self) -> bool {
        self.dynamic.is_none()
            && self.all.is_empty()
            && self.any.is_empty()
            && self.one.is_empty()
            && self.not.is_none()
            && self.when.is_none()
            && self.dependent.is_empty()
    }
}

/// A `$dynamicRef`: where it points at first and, when that is a dynamic anchor, its name.
pub(super) struct Dynamic {
    pub(super) node: NodeId,
    pub(super) anchor: Option<Box<str>>,
}

/// `unevaluatedProperties` and `unevaluatedItems`.
pub(super) struct Unevaluated {
    pub(super) properties: Option<NodeId>,
    pub(super) items: Option<NodeId>,
}

/// The nodes of a schema, ready to check with.
#[derive(Default)]
pub(super) struct Compiled {
    pub(super) nodes: Vec<Node>,
    /// (resource, name) of a dynamic anchor → its node.
    pub(super) dynamic: Vec<(usize, Box<str>, NodeId)>,
}
