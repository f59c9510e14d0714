/** A key of what is written here, so that the shop keeps it once. `crypto.randomUUID` is missing on plain http. */
export const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
