import { createHash } from 'node:crypto'
import { drawText } from 'contract/draw-text'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Creates an id of Razorpay's form: a prefix (`plink_`, `pay_`, `order_`, `rfnd_`, `disp_`, or none for events) and 14
 * characters of base 62.
 */
export function newId(prefix: 'plink_' | 'pay_' | 'order_' | 'rfnd_' | 'disp_' | 'offer_' | ''): string {
  return prefix + drawText(ALPHABET, 14)
}

/** Returns the account id of a key id, always the same one. */
export function accountIdOf(keyId: string): string {
  const bytes = createHash('sha256').update(`account ${keyId}`).digest().subarray(0, 14)
  return `acc_${Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`
}
