/** What the widget `chat-input` shows. */
export interface ChatInputProps {
	/**
	 * What to write, in words.
	 *
	 * @maxLength 200
	 */
	placeholder?: string;
	/**
	 * What stands in the field at first.
	 *
	 * @maxLength 20000
	 */
	value?: string;
	/** Whether an answer is under way, which can be stopped: nothing is sent until it is there. */
	disabled?: boolean;
}
