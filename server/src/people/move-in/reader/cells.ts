import { Email, Phone } from 'contract/fields'
import type { Language } from 'contract/languages'
import type { MoveKind } from 'contract/move-in/fields'
import { emailKey } from 'contract/typed-keys'
import { isCutShort, short } from '../../students/people-list.ts'
import { isCurrency, STATES, wordsIn } from './platforms.ts'

const NOTHING = /^(?:-+|–|—|n\/?a\.?|nil|null|none|undefined|nan|\.)$/i

/** The text of a cell; empty for what people write into empty cells. */
export const filled = (cell: string | undefined): string =>
  cell === undefined || (cell.length < 10 && NOTHING.test(cell)) ? '' : cell

const ERROR = /^#(?:n\/a|ref!|value!|name\?|div\/0!|null!|num!|spill!|calc!|getting_data)$/i
const FORMULA = /^=\s*[-+(]*(?:[a-z][a-z0-9._]*\(|\$?[a-z]{1,3}\$?\d|'[^']*'!|\w+!|\d+(?:\.\d+)?\s*[-+*/&]|")/i

/** Says why nothing is in a cell: an error of the spreadsheet, letters that it lost, or a formula that nobody calculated. */
export function brokenReason(cell: string): string | undefined {
  if (ERROR.test(cell)) return `“${cell}” is an error of the spreadsheet`
  if (cell.length < 200 && /^[?\s]*\?\?[?\s]*$/.test(cell))
    return `“${short(cell)}” has question marks for letters: save the sheet as XLSX or CSV UTF-8`
  if (!FORMULA.test(cell)) return undefined
  return `“${short(cell)}” is a formula without a value: open the file in a spreadsheet, save it, and choose it again`
}

/** The value of a cell, and a reason why something of it is left out. */
export type Read<T> = { value?: T; note?: string }

/** Razorpay's address for buyers without one. */
const NO_ONE = /^void@razorpay\.com$/

/** No address, number or amount is longer. */
const MOST_LETTERS = 500

export function readEmail(whole: string): Read<string> {
  const cell = whole.slice(0, MOST_LETTERS)
  const within = /<([^<>]+@[^<>]+)>/.exec(cell)?.[1]
  const [first = '', ...others] = (within ?? cell.replace(/^mailto:/i, ''))
    .split(/[\s,;|/]+/)
    .filter((one) => one.includes('@'))
    .map((one) => one.replace(/^[<("']+|[>)"'.]+$/g, ''))
  const email = Email.safeParse(first === '' ? cell : first)
  if (!email.success) return { note: `“${short(cell)}” is no email address` }
  if (NO_ONE.test(email.data)) return {}
  const more = others.filter((one) => emailKey(one) !== email.data)
  return {
    value: email.data,
    ...(more.length > 0 ? { note: `The second address ${short(more.join(', '))} is left out` } : {}),
  }
}

export function readPhone(whole: string): Read<string> {
  const cell = whole.slice(0, MOST_LETTERS)
  if (isCutShort(cell)) return { note: `The spreadsheet has cut this number short: ${short(cell)}` }
  const bare = cell.replace(/\.0+$/, '').replace(/\s*(?:\(\w+\)|ext\.?\s*\d+)$/i, '')
  const phone = Phone.safeParse(bare)
  if (phone.success) return { value: phone.data }
  // Two numbers in one cell.
  for (const one of bare.split(/[/,;|\n]|\bor\b/)) {
    const first = Phone.safeParse(one)
    if (first.success) return { value: first.data, note: `Only the first number of “${short(cell)}” is taken` }
  }
  return { note: `“${short(cell)}” is no phone number` }
}

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/₹|\brs\b\.?|\binr\b|रु\.?|रुपये/i, 'INR'],
  [/\bS(?:GD?)?\s?\$/, 'SGD'],
  [/\bA(?:UD?)?\s?\$/, 'AUD'],
  [/\bC(?:AD?)?\s?\$/, 'CAD'],
  [/\$|\bdollars?\b/i, 'USD'],
  [/€|\beuros?\b/i, 'EUR'],
  [/£|\bpounds?\b/i, 'GBP'],
]

/** A code beside an amount, alone, or in brackets: other words of three letters are no currency. */
const CODE = /^([A-Z]{3})(?=[\s\d.:-]|$)|(?:^|[\s\d.])([A-Z]{3})$|[([]\s*([A-Z]{3})\s*[)\]]/

/** The currency whose sign or code a text has. A negative amount may have its sign before the code: `-USD 5`, `(USD 5)`. */
export function currencyIn(text: string): string | undefined {
  const [, first, last, inside] = CODE.exec(text.trim()) ?? CODE.exec(text.trim().replace(/^[-(]|\)$/g, '')) ?? []
  const code = first ?? last ?? inside
  return code !== undefined && isCurrency(code) ? code : SIGNS.find(([sign]) => sign.test(text))?.[1]
}

/** Reads money in hundredths: paise, cents. */
export function readMoney(whole: string): Read<{ amount: number; currency: string | undefined }> {
  const cell = whole.slice(0, MOST_LETTERS)
  const currency = currencyIn(cell) ?? currencyIn(cell.toUpperCase())
  if (/^(?:free|मुफ़्त|मुफ्त|मोफत|nil cost)$/i.test(cell)) return { value: { amount: 0, currency } }
  const digits = cell
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .replace(/\/[-=]+$/, '')
    .replace(/₹|रुपये|रु\.?|\b(?:rs|rupees?|dollars?|euros?|pounds?)\b\.?|\b(?:US|SG?|AU?|CA?)\s?(?=\$)|[$€£]/gi, '')
    .replace(/(?<=^[\s(-]*)([a-z]{3})(?![a-z])|(?<![a-z])([a-z]{3})(?=[\s)]*$)/gi, (code) =>
      isCurrency(code) ? '' : code,
    )
    .replace(/\s/g, '')
  const negative = /^\(.*\)$|^-/.test(digits)
  const plain = digits.replace(/^\(|\)$|^[-+]/g, '')
  const european = /^\d{1,3}(?:\.\d{3})*,\d{1,2}$|^\d+,\d{1,2}$/.test(plain)
  const number = european ? plain.replaceAll('.', '').replace(',', '.') : plain.replaceAll(',', '')
  if (!/^\d{1,12}(?:\.\d+)?$|^\.\d+$/.test(number)) return { note: `“${short(cell)}” is no amount` }
  const amount = Math.round(Number(number) * 100)
  return { value: { amount: negative ? -amount : amount, currency } }
}

/** Reads a number of things: `12`, `12.0`, `12 lessons`. */
export function readCount(cell: string): Read<number> {
  const count = /^(\d{1,6})(?:\.0+)?(?:\s*\p{L}+)?$/u.exec(cell.normalize('NFKC'))?.[1]
  return count === undefined ? { note: `“${short(cell)}” is no number` } : { value: Number(count) }
}

/** A heading whose "yes" is a refusal of news. */
const REFUSES = /do not|unsubscrib|opt(?:ed)? ?out|dnd|suppress/i
const NEWS_YES = /^(?:1|yes|y|true|subscribed|opt(?:ed)?[ -]?in|accepts?|accepted|agreed|confirmed|active|हाँ|हो)$/i
const NEWS_NO =
  /^(?:0|no|n|false|unsubscribed|not[ _]subscribed|never[ _]subscribed|opt(?:ed)?[ -]?out|declined|refused|bounced|complained|cleaned|pending|inactive|invalid|redacted|नहीं|नाही)$/i

/** Reads a consent to news. "No" to a refusal says nothing; a day in the column means yes. */
export function readNews(cell: string, heading: string, isDay: boolean): Read<boolean> {
  const refuses = REFUSES.test(heading)
  if (isDay || NEWS_YES.test(cell)) return { value: !refuses }
  if (NEWS_NO.test(cell)) return refuses ? {} : { value: false }
  return { note: `“${short(cell)}” is no yes and no no` }
}

const LANGUAGE_NAMES: Record<Language, RegExp> = {
  en: /^(?:en$|en-|english|अंग्रेज़ी|अंग्रेजी|इंग्रजी)/iu,
  hi: /^(?:hi$|hi-|hindi|हिन्दी|हिंदी)/iu,
  mr: /^(?:mr$|mr-|marathi|मराठी)/iu,
}

/** Reads a language of the shop: `hi`, `hi-IN`, `Hindi`, `हिन्दी`. */
export function readLanguage(cell: string): Read<Language> {
  const value = (['en', 'hi', 'mr'] as const).find((language) => LANGUAGE_NAMES[language].test(cell.trim()))
  return value ? { value } : { note: `“${short(cell)}” is no language of the shop` }
}

const FINISHED = /^(?:completed?|finished|done|yes|true|पूर्ण|पूरा)$/i
const BEGUN = /^(?:not started|in progress|started|incomplete|pending|no|false)$/i

/** Reads a progress from 0 to 100. `isShare`: the whole column is from 0 to 1. */
export function readPercent(cell: string, isShare: boolean): Read<number> {
  if (FINISHED.test(cell)) return { value: 100 }
  if (BEGUN.test(cell)) return /^not started$/i.test(cell) ? { value: 0 } : {}
  const [, done, total] = /^(\d+)\s*(?:\/|of|out of)\s*(\d+)/i.exec(cell) ?? []
  if (done && total) return percent((Number(done) / Number(total)) * 100, cell)
  const number = /^(\d+(?:[.,]\d+)?)\s*(%|percent)?$/i.exec(cell)
  if (!number?.[1]) return { note: `“${short(cell)}” is no progress` }
  const value = Number(number[1].replace(',', '.'))
  return percent(isShare && !number[2] ? value * 100 : value, cell)
}

const percent = (value: number, cell: string): Read<number> =>
  value >= 0 && value <= 100 ? { value: Math.round(value * 100) / 100 } : { note: `“${short(cell)}” is no progress` }

const RETURNED = /^(?:full|(?:fully )?refund(?:ed)?|chargeback|disputed)$/
const PARTLY_RETURNED = /^partial(?:ly)?(?: refund(?:ed)?)?$/

/** Words that platforms write before a state: `wc-completed`, `ORDER_STATUS_ACTIVE`. */
const PREFIXES =
  /^(?:(?:wc|woocommerce|edd|lp|ld|tutor|mepr|mp|pmpro|rcp|orders?|orderstatus|payments?|paymentstatus|transaction|txn|subscription|sub|enrol|enroll|enrolment|enrollment|membership|member|access|account|student|user|course|state|status) )+(?=\S)/

/** The word of a status without its prefixes, signs and case. */
export const statusWord = (cell: string): string =>
  cell
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .replace(PREFIXES, '')

/** Reads from a status if money went back; a guess and a row mean the same by it. */
export function returnedBy(cell: string): 'whole' | 'part' | undefined {
  const word = statusWord(cell)
  return RETURNED.test(word) ? 'whole' : PARTLY_RETURNED.test(word) ? 'part' : undefined
}

const [TAKEN, LEFT_OUT] = [new Set(wordsIn(STATES.take)), new Set(wordsIn(STATES.skip))]

/** Guesses if rows of this status are taken. A yes under `Free trial?` says the contrary of a status; money that went back is history. */
export function statusGuess(
  kind: MoveKind,
  field: string | null,
  cell: string,
): { guess: 'take' | 'skip'; sure: boolean } {
  const word = statusWord(cell)
  if (field === 'returned' || (kind === 'orders' && field === 'status' && returnedBy(cell)))
    return { guess: 'take', sure: true }
  if (field === 'flag') return { guess: /^(?:0|no|false|n|active)$/.test(word) ? 'take' : 'skip', sure: true }
  return { guess: LEFT_OUT.has(word) ? 'skip' : 'take', sure: LEFT_OUT.has(word) || TAKEN.has(word) }
}
