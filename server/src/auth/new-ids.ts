import { randomInt } from 'node:crypto'

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Without I, L, O, 0 and 1, which are read as one another. */
const UNAMBIGUOUS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** The prefix keeps an id from ever being all digits: calls that take an id or a phone can tell them apart. */
export const newUserId = () => `usr_${randomText(BASE32, 16)}`
export const newAdminId = () => `adm_${randomText(BASE32, 16)}`
export const newReferralCode = () => randomText(UNAMBIGUOUS, 8)

function randomText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
}
