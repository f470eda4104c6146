//! Groups of peers that belong together, drawn as arrows between widgets.

/// Groups in the order of their making.
#[derive(Debug, Default)]
pub struct Links {
    groups: Vec<(String, Vec<String>)>,
    next: u64,
}

impl Links {
    /// Puts `ids` into the group `group`, or into a new one; returns the group's id.
    pub fn link(&mut self, ids: &[String], group: Option<&str>) -> String {
        let group = match group {
            Some(name) => name.to_owned(),
            None => self.fresh_name(),
        };
        let members = match self.groups.iter_mut().find(|(name, _)| *name == group) {
            Some((_, members)) => members,
            None => {
                self.groups.push((group.clone(), Vec::new()));
                let Some((_, members)) = self.groups.last_mut() else { return group };
                members
            }
        };
        for id in ids {
            if !members.contains(id) {
                members.push(id.clone());
            }
        }
        group
    }

    /// Takes `id` out of `group`; a group of fewer than two goes.
    pub fn unlink(&mut self, id: &str, group: &str) {
        if let Some((_, members)) = self.groups.iter_mut().find(|(name, _)| name == group) {
            members.retain(|member| member != id);
        }
        self.groups.retain(|(_, members)| members.len() > 1);
    }

    /// The groups that `id` is in.
    pub fn groups_of(&self, id: &str) -> Vec<String> {
        self.groups
            .iter()
            .filter(|(_, members)| members.iter().any(|member| member == id))
            .map(|(name, _)| name.clone())
            .collect()
    }

    /// The members of `group`.
    pub fn members(&self, group: &str) -> Vec<String> {
        self.groups
            .iter()
            .find(|(name, _)| name == group)
            .map(|(_, members)| members.clone())
            .unwrap_or_default()
    }

    fn fresh_name(&mut self) -> String {
        loop {
            self.next += 1;
            let name = format!("_grp_{}", self.next);
            if !self.groups.iter().any(|(taken, _)| *taken == name) {
                return name;
            }
        }
    }
}
