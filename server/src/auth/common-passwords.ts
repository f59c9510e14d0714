import { readFileSync } from 'node:fs'

const common = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#')),
)

/** True for one of the 3,000 most used passwords, and for the shop's name with anything but letters around it. Ignores case. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  return common.has(lower) || lower.replace(/[^a-z]/g, '') === 'skillhaat'
}
