import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
let common: Set<string> | undefined

/** Reads the list (some megabytes) on first use. Shorter entries are dropped: a password has at least 8 characters. */
function commonPasswords(): Set<string> {
  if (common) return common
  const { dictionary }: typeof import('@zxcvbn-ts/language-common') = require('@zxcvbn-ts/language-common')
  common = new Set(dictionary['passwords-common'].filter((word) => word.length >= 8))
  return common
}

/**
 * Returns true for one of the 18,000 most used passwords, also within digits or signs; for the shop's name within
 * non-letters; for a date or phone number. Ignores case.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  const bare = lower.replace(/^[^a-z]+|[^a-z]+$/g, '')
  if (/^\d{1,10}$/.test(lower)) return true
  const known = commonPasswords()
  return known.has(lower) || known.has(bare) || lower.replace(/[^a-z]/g, '') === 'skillhaat'
}
