/** `test` or `live`, as a key's id says; undefined for an id of another form, or none. */
const modeOf = (keyId: string | null) => /^rzp_(test|live)_/.exec(keyId ?? '')?.[1]

/** True when both keys say their mode and one is of test money, the other of real. A key that was renewed is of the same. */
export function isOtherMode(one: string | null, other: string | null): boolean {
  const [a, b] = [modeOf(one), modeOf(other)]
  return a !== undefined && b !== undefined && a !== b
}
