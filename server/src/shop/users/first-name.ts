/** Returns the first word: others read no more of a name, and only with consent. */
export const firstName = (name = '') => name.trim().split(/\s+/)[0] || null
