/** The mode that the id of a gateway's key says: test money or real. Undefined for an id of another form, or none. */
export function keyMode(keyId: string | null | undefined): 'test' | 'live' | undefined {
  const [, mode] = /^rzp_(test|live)_/.exec(keyId ?? '') ?? []
  return mode === 'test' || mode === 'live' ? mode : undefined
}

/** True for a key whose payments move no money. */
export const isTestKey = (keyId: string | null | undefined): boolean => keyMode(keyId) === 'test'
