import { emailKey } from './spelling.ts'

/** What an email and a phone number are, and how they are compared. Without zod: checkout asks here, and would carry all of it for two rules. */

/** Of an email as `emailKey` writes it. */
export const EMAIL_FORM = /^[^\s@<>()[\]\\,;:"]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/
export const EMAIL_LENGTH = 254

/** True for what can be an email address, however it was typed. */
export function isEmail(typed: string): boolean {
  const email = emailKey(typed)
  return email.length <= EMAIL_LENGTH && EMAIL_FORM.test(email)
}

/** Digits of a phone number: what people and autofill put between them is dropped, such as spaces, dashes, dots, brackets, `+`, invisible marks. */
export function phoneDigits(phone: string): string {
  const hindi = (digit: string) => String(digit.charCodeAt(0) - 0x966)
  return phone
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}().+/]/gu, '')
    .replace(/[०-९]/g, hindi)
}

/** What two phone numbers are compared by: Indian ones (`91…`, `0091…`, `0…`) by their last 10 digits. */
export function phoneKey(phone: string): string {
  const digits = phoneDigits(phone)
  return /^((00)?91|0)\d{10}$/.test(digits) ? digits.slice(-10) : digits
}
