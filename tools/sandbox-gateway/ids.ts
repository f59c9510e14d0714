import { createHash } from 'node:crypto'
import { drawText } from 'contract/draw-text'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

type Prefix =
  | ''
  | `${'plink' | 'pay' | 'order' | 'rfnd' | 'disp' | 'offer' | 'plan' | 'item' | 'sub' | 'inv' | 'cust'}_`

/** Creates an id of Razorpay's form: a prefix, none for events, and 14 characters of base 62. */
export function newId(prefix: Prefix): string {
  return prefix + drawText(ALPHABET, 14)
}

/** Returns the account id of a key id, always the same one. */
export function accountIdOf(keyId: string): string {
  const bytes = createHash('sha256').update(`account ${keyId}`).digest().subarray(0, 14)
  return `acc_${Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`
}
