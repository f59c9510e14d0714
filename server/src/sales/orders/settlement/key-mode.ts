import { keyMode } from 'contract/key-mode'

/** True when both keys say their mode and one is of test money, the other of real. A key that was renewed is of the same. */
export function isOtherMode(one: string | null, other: string | null): boolean {
  const [a, b] = [keyMode(one), keyMode(other)]
  return a !== undefined && b !== undefined && a !== b
}
