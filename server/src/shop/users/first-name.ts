/** What others read of a name, where its holder agreed to that: the first word. */
export const firstName = (name = '') => name.trim().split(/\s+/)[0] || null
