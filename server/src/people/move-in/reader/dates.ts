import { addDays, dayStart, indianDay } from 'contract/indian-time'
import type { DateOrder } from 'contract/move-in/file'

const MONTHS: Record<string, number> = Object.fromEntries(
  [
    ['jan', 'january', 'जनवरी', 'जानेवारी', 'जन'],
    ['feb', 'february', 'फरवरी', 'फ़रवरी', 'फेब्रुवारी'],
    ['mar', 'march', 'मार्च'],
    ['apr', 'april', 'अप्रैल', 'एप्रिल'],
    ['may', 'मई', 'मे'],
    ['jun', 'june', 'जून'],
    ['jul', 'july', 'जुलाई', 'जुलै'],
    ['aug', 'august', 'अगस्त', 'ऑगस्ट'],
    ['sep', 'sept', 'september', 'सितंबर', 'सितम्बर', 'सप्टेंबर'],
    ['oct', 'october', 'अक्टूबर', 'अक्तूबर', 'ऑक्टोबर'],
    ['nov', 'november', 'नवंबर', 'नवम्बर', 'नोव्हेंबर'],
    ['dec', 'december', 'दिसंबर', 'दिसम्बर', 'डिसेंबर'],
  ].flatMap((names, at) => names.map((name) => [name, at + 1])),
)

const TIME = String.raw`(?:[\sT,]+(?:at )?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]\.?m\.?)?)?`
const ZONE = String.raw`\s*(Z|UTC|GMT|IST|[+-]\d{2}:?\d{2})?`
const form = (day: string) =>
  new RegExp(`^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? +)?${day}${TIME}${ZONE}(?: ?\\([^)]*\\))?$`, 'iu')
const ISO = form(String.raw`(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})`)
const NUMBERS = form(String.raw`(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})`)
const DAY_MONTH = form(String.raw`(\d{1,2})(?:st|nd|rd|th)?[-\s/.]*([\p{L}\p{M}]+)\.?[-\s/.,']*(\d{4}|\d{2})`)
const MONTH_DAY = form(String.raw`([\p{L}\p{M}]+)\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s*(\d{4})`)
const SERIAL = /^[2-6]\d{4}(?:\.\d+)?$/
const SECONDS = /^1\d{9}(?:\d{3})?$/

/** A day of the calendar, and the instant: a day alone begins at midnight in India, a time without a zone is Indian. */
export type Moment = { day: string; at: string; has_time: boolean }

/** Reads a date as people, spreadsheets and platforms write it. Undefined for anything else and for days that do not exist. */
export function readDate(text: string, order: DateOrder, utc = false): Moment | undefined {
  if (text.length > 60) return undefined
  const cell = text
    .normalize('NFKC')
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .trim()
  if (SERIAL.test(cell)) return ofSerial(Number(cell))
  if (SECONDS.test(cell)) return ofInstant(Number(cell) * (cell.length > 10 ? 1 : 1_000))
  const found = ISO.exec(cell)
  if (found) return made([found[1], found[2], found[3]], found.slice(4), utc)
  const numbers = NUMBERS.exec(cell)
  if (numbers) {
    const [, one = '', other = '', year = ''] = numbers
    // A month above 12 proves the other order.
    const dayFirst = Number(other) > 12 ? false : Number(one) > 12 ? true : order === 'day_first'
    return made(dayFirst ? [year, other, one] : [year, one, other], numbers.slice(4), utc)
  }
  const [, day, month, year, ...rest] = DAY_MONTH.exec(cell) ?? []
  if (month) return made([year, monthOf(month), day], rest, utc)
  const [, name, second, last, ...more] = MONTH_DAY.exec(cell) ?? []
  return name ? made([last, monthOf(name), second], more, utc) : undefined
}

const monthOf = (word: string) => String(MONTHS[word.toLowerCase()] ?? MONTHS[word.toLowerCase().slice(0, 3)] ?? 0)

function made(
  [yearText = '', month = '', dayText = '']: (string | undefined)[],
  [hours, minutes, seconds, half, zone]: (string | undefined)[],
  utc: boolean,
): Moment | undefined {
  const year = yearText.length === 2 ? `20${yearText}` : yearText
  const day = `${year}-${month.padStart(2, '0')}-${dayText.padStart(2, '0')}`
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || addDays(day, 0) !== day || Number(year) < 1970) return undefined
  if (hours === undefined) return { day, at: dayStart(day), has_time: false }
  const hour = half ? (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hours)
  const time = `${String(hour).padStart(2, '0')}:${minutes}:${seconds ?? '00'}`
  const offset = zone ? offsetOf(zone) : utc ? 'Z' : '+05:30'
  const at = new Date(`${day}T${time}${offset}`)
  return Number.isNaN(at.getTime()) ? undefined : ofInstant(at.getTime())
}

function offsetOf(zone: string): string {
  if (/^(?:z|utc|gmt)$/i.test(zone)) return 'Z'
  return /^ist$/i.test(zone) ? '+05:30' : `${zone.slice(0, 3)}:${zone.slice(-2)}`
}

function ofSerial(serial: number): Moment {
  const day = addDays('1899-12-30', Math.floor(serial))
  const part = serial % 1
  if (part === 0) return { day, at: dayStart(day), has_time: false }
  return {
    day,
    at: new Date(Date.parse(dayStart(day)) + Math.round(part * 86_400) * 1_000).toISOString(),
    has_time: true,
  }
}

function ofInstant(milliseconds: number): Moment {
  const at = new Date(milliseconds).toISOString()
  return { day: indianDay(new Date(milliseconds)), at, has_time: true }
}
