/** What the widget `profile` shows. */
export interface ProfileProps {
	/** @maxLength 120 */
	name: string;
	/**
	 * Role, job or place.
	 *
	 * @maxLength 200
	 */
	subtitle?: string;
	/** @maxItems 50 */
	fields?: ProfileField[];
	/** A picture in the place of the initials. */
	avatar?: ProfilePicture;
	/**
	 * One more word beside the name, such as a team.
	 *
	 * @maxLength 40
	 */
	badge?: string;
	/**
	 * Figures, in a row.
	 *
	 * @maxItems 12
	 */
	stats?: ProfileStat[];
	/**
	 * Buttons, or links where they have an address.
	 *
	 * @maxItems 8
	 */
	actions?: ProfileAction[];
}

interface ProfileField {
	/** @maxLength 80 */
	label: string;
	/** @maxLength 300 */
	value: string;
}

interface ProfilePicture {
	/**
	 * The picture's address.
	 *
	 * @maxLength 1000000
	 */
	src: string;
	/**
	 * What it shows, for those who cannot see it.
	 *
	 * @maxLength 500
	 */
	alt?: string;
}

interface ProfileStat {
	/** @maxLength 80 */
	label: string;
	/** @maxLength 60 */
	value: string | number;
}

interface ProfileAction {
	/** @maxLength 80 */
	label: string;
	/**
	 * Whether it is what most people will press.
	 *
	 * @default false
	 */
	primary?: boolean;
	/** @maxLength 2000 */
	href?: string;
}
