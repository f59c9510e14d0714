import { isEmail } from 'contract/email-and-phone'
import { emailKey } from 'contract/typed-keys'

/** A line of a list as people paste it. */
type ListedPerson = { name: string; email: string; phone: string; other: string }

/** A longer line is no person. */
const MOST_LETTERS = 500
const NUMBERING = /^\s*(?:(?:[([]?\d{1,4}[.):\]](?!\d)|#\d{1,4}\s|[•●▪◦‣·*○■□➤►→✓✔✅👉-]+)\s*)+/u
const ADDRESS = /[^\s<>()[\],;:|"'“”]+@[^\s<>()[\],;:|"'“”]*/u
/** Ten digits or more as people write phones, or a number that a spreadsheet has rounded. */
const PHONE = /\d(?:[.,]\d+)?e\+?\d+|\+?\(?\d[\d\s().-]{8,20}\d(?!\d)/i
const LABEL =
  /^(?:e ?-?mail(?: id)?|mail|phone|ph|mob(?:ile)?|mobile no|whatsapp|name|contact|नाम|नाव|ईमेल|मोबाइल|फोन)\.?$/iu
const DIVIDERS = /\s[–—-]\s|[|,;:<>()[\]"“”\t\n]|\s{3,}/

/**
 * Finds name, email and phone in a line such as `1. Asha – asha@example.com – +91 98…`, `2. Ravi <ravi@example.com>` or
 * `• meena@example.com,`; `other` is the rest. Numbers and bullets in front are no name. Returns a broken address or number, too, for a reason to name it.
 */
export function readListedPerson(line: string): ListedPerson {
  const text = line.slice(0, MOST_LETTERS).normalize('NFKC').replace(NUMBERING, '')
  const address = ADDRESS.exec(text)?.[0] ?? ''
  const rest = text.replace(address, ' | ')
  const number = PHONE.exec(rest)?.[0] ?? ''
  const parts = rest
    .replace(number, ' | ')
    .split(DIVIDERS)
    .map((part) => part.replace(/^[\s–—\-=+'/.]+|[\s–—\-=+'/]+$/gu, ''))
    .filter((part) => part !== '' && !LABEL.test(part))
  const name = parts.find((part) => /\p{L}/u.test(part))
  const short = number ? undefined : parts.find((part) => part !== name && /^\D*\d{3}/.test(part))
  const email = emailKey(address.replace(/[.!]+$/, ''))
  return {
    name: name ?? '',
    email: isEmail(email) ? email : address,
    phone: number.trim() || (short ?? ''),
    other: parts.filter((part) => part !== name && part !== short).join('; '),
  }
}

/** The beginning of a cell, as a reason quotes it. */
export const short = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** A number that a spreadsheet has rounded: its last digits are lost. */
export const isCutShort = (cell: string): boolean => /^\+?\d([.,]\d+)?e\+?\d+$/i.test(cell)
