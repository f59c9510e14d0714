/** Days within which the link of an email confirms a parent's consent. */
export const PARENT_LINK_DAYS = 7
