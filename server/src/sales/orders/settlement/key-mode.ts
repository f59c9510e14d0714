import { keyMode } from 'contract/key-mode'

/** Returns true when both keys name a mode and one is test, the other live. A renewed key has the same mode. */
export function isOtherMode(one: string | null, other: string | null): boolean {
  const [a, b] = [keyMode(one), keyMode(other)]
  return a !== undefined && b !== undefined && a !== b
}
