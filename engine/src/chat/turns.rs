//! Decides what a turn is: what the person says, and all that follows until they speak again.

use serde_json::Value;

fn role(message: &Value) -> &str {
    message.get("role").and_then(Value::as_str).unwrap_or_default()
}

/// The messages without their oldest turn; what the system says stays. `None` when only one turn is left.
pub(super) fn without_oldest(messages: &[Value]) -> Option<Vec<Value>> {
    let mut begins =
        messages.iter().enumerate().filter(|(_, message)| role(message) == "user").map(|(at, _)| at);
    let (first, second) = (begins.next()?, begins.next()?);
    let kept = messages.iter().enumerate().filter(|(at, message)| {
        *at >= second || (*at < first && matches!(role(message), "system" | "developer"))
    });
    Some(kept.map(|(_, message)| message.clone()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_turn_goes_with_its_calls_and_results_and_the_system_stays() {
        let of = |roles: &[&str]| roles.iter().map(|role| json!({ "role": role })).collect::<Vec<_>>();
        let messages = of(&["system", "user", "assistant", "tool", "assistant", "user", "assistant"]);
        let fewer = without_oldest(&messages).unwrap();
        assert_eq!(fewer, of(&["system", "user", "assistant"]));
        assert_eq!(without_oldest(&fewer), None);
        assert_eq!(without_oldest(&of(&["assistant", "user"])), None);
    }
}
