import { emailKey } from './typed-keys.ts'

/** Forms of an email and a phone number, and their comparison. Without zod: checkout uses both rules, and would load all of it. */

/** A name between two dots, of 63 letters at most; none begins or ends with a hyphen. */
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const DOMAIN = `${LABEL}(?:\\.${LABEL})+`

/** Matches an email in the form of `emailKey`. */
export const EMAIL_FORM = new RegExp(`^[^\\s@<>()[\\]\\\\,;:"]+@${DOMAIN}$`)
/** Matches a domain name in lower case. */
export const DOMAIN_FORM = new RegExp(`^(?=.{4,253}$)${DOMAIN}$`)
export const EMAIL_LENGTH = 254

/** The scripts of India that Unicode tells apart from Latin letters at sight. */
const SCRIPTS = ['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Arab', 'Olck', 'Mtei']
const ONE_SCRIPT = new RegExp(
  `^(?:[!-~\u00df-\u00f6\u00f8-\u00ff]+|${SCRIPTS.map((name) => `(?:[!-@[-\`{-~]|\\p{scx=${name}})+`).join('|')})@`,
  'u',
)

/**
 * Returns true when the part before the @ is of one script: ASCII with the accents of Western Europe, or letters of one
 * script of India. Any other letter is the twin of one of these (`vık`, `vіk`), and two accounts would look the same.
 */
export const isOfOneScript = (email: string): boolean => ONE_SCRIPT.test(email)

/** Returns true for a possible email address, in any typing. */
export function isEmail(typed: string): boolean {
  const email = emailKey(typed)
  return email.length <= EMAIL_LENGTH && EMAIL_FORM.test(email) && isOfOneScript(email)
}

/** Digits of a phone number: what people and autofill put between them is dropped, such as spaces, dashes, dots, brackets, `+`, invisible marks. */
export function phoneDigits(phone: string): string {
  const hindi = (digit: string) => String(digit.charCodeAt(0) - 0x966)
  return phone
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}().+/]/gu, '')
    .replace(/[०-९]/g, hindi)
}

/**
 * Normalises a phone number for comparison: Indian ones to their last 10 digits, after any `0` and `91` (`091…`, `91
 * 91…`); others without zeros in front. A change here needs a migration of `users.phone_key`.
 */
export function phoneKey(phone: string): string {
  const digits = phoneDigits(phone)
  return /^(?:0|91)*(\d{10})$/.exec(digits)?.[1] ?? digits.replace(/^0+(?=\d{11})/, '')
}

/** Hides an email but for its first letter and its domain; always four dots, so that its length stays unknown. */
export function hiddenEmail(email: string): string {
  const [first = ''] = email
  return `${first}••••${email.slice(email.lastIndexOf('@'))}`
}
