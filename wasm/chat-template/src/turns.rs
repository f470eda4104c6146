//! Decides what a turn is: what the person says, and all that follows until they speak again.

use serde_json::Value;

fn role(message: &Value) -> &str {
    message.get("role").and_then(Value::as_str).unwrap_or_default()
}

/// The messages without so many of their oldest turns; what the system says before them stays. `None` where none would be
/// left.
pub(super) fn without_oldest(messages: &[Value], turns: usize) -> Option<Vec<&Value>> {
    if turns == 0 {
        return Some(messages.iter().collect());
    }
    let begins = messages.iter().enumerate().filter(|(_, message)| role(message) == "user");
    let begins: Vec<usize> = begins.map(|(at, _)| at).collect();
    let (first, next) = (*begins.first()?, *begins.get(turns)?);
    let stays = |at: usize, message: &Value| {
        at >= next || (at < first && matches!(role(message), "system" | "developer"))
    };
    Some(
        messages
            .iter()
            .enumerate()
            .filter(|(at, message)| stays(*at, message))
            .map(|(_, message)| message)
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_turn_goes_with_its_calls_and_results_and_the_system_stays() {
        let of = |roles: &[&str]| roles.iter().map(|role| json!({ "role": role })).collect::<Vec<_>>();
        let messages = of(&["system", "user", "assistant", "tool", "assistant", "user", "assistant"]);
        let fewer = of(&["system", "user", "assistant"]);
        let (fewer, all): (Vec<_>, Vec<_>) = (fewer.iter().collect(), messages.iter().collect());
        assert_eq!(without_oldest(&messages, 0), Some(all));
        assert_eq!(without_oldest(&messages, 1), Some(fewer));
        assert_eq!(without_oldest(&messages, 2), None);
        assert_eq!(without_oldest(&of(&["assistant", "user"]), 1), None);
        assert_eq!(without_oldest(&of(&["system"]), 1), None);
    }
}
