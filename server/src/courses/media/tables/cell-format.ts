import { format, isDateFormat, isPercentFormat } from 'numfmt'

/** Form of the numbers of a style: a date, a time, a percent, or all else, which `code` prints. */
export type CellFormat = { is: 'date' | 'time' | 'percent' | 'plain'; code: string | undefined }

export const PLAIN: CellFormat = { is: 'plain', code: undefined }
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
const isBuiltInTime = (id: number) => (id >= 18 && id <= 21) || (id >= 45 && id <= 47)

/** Codes that print a number without a sign, a word or a leading zero. */
const BARE = /^(?:general|@|[#,?]*0?(?:\.[0#?]+)?(?:e\+0+)?)$/i
const TIME_ONLY = /^(?:\[?h+\]?|\[m+\]|\[s+\]|[hms:.0 ]|am\/pm|a\/p)+$/i

/** Reads a number format: one of Excel's own by its id, any other by its code, such as `[$₹-4009]#,##0.00`. */
export function formatOf(id: number, written: string | undefined): CellFormat {
  if (written === undefined) {
    if (isBuiltInDate(id)) return { is: 'date', code: undefined }
    if (isBuiltInTime(id)) return { is: 'time', code: undefined }
    return id === 9 || id === 10 ? { is: 'percent', code: undefined } : PLAIN
  }
  // Native digits of other scripts: the digits are read by programs.
  const code = written.replaceAll(/\[(?:dbnum|natnum)\d+[^\]]*\]|\[\$-[^\]]*\]/gi, '')
  if (BARE.test(code)) return PLAIN
  if (isDateFormat(code)) {
    const [first = ''] = code.split(';')
    const isTime = TIME_ONLY.test(first.replaceAll(/\[(?:[a-z]{3,}|color\s?\d+)\]|"[^"]*"|\\.|_./gi, ''))
    return { is: isTime ? 'time' : 'date', code }
  }
  return isPercentFormat(code) ? { is: 'percent', code } : { is: 'plain', code }
}

const DAY_SECONDS = 86_400
/** Days from the first day of Excel's calendar to 1 January 1970. */
const EPOCH = 25_569
const LATER_1904 = 1_462
/** 31 December 9999. */
const LAST = 2_958_465

/** Writes a number as its cell shows it, with all its digits: `2025-04-05`, `45%`, `USD 1250.75`, `ORD-0012`. */
export function shownNumber(value: number, { is, code }: CellFormat, is1904: boolean): string {
  if (is === 'percent') return `${exact(value * 100)}%`
  if (is === 'plain') return code === undefined ? exact(value) : printed(value, code)
  const days = value + (is1904 ? LATER_1904 : 0)
  if (days < 0 || days >= LAST + 1) return exact(value)
  if (is === 'time' && value < 1) return new Date(Math.round(value * DAY_SECONDS) * 1_000).toISOString().slice(11, 19)
  // Hours of several days: a length of time, and no moment.
  if (is === 'time' && code && /\[[hms]+\]/i.test(code)) return safely(code, value) ?? exact(value)
  // Excel takes 1900 for a leap year.
  return clockText(Math.round((days + (days < 60 ? 1 : 0) - EPOCH) * DAY_SECONDS))
}

/** A wall clock; a day alone at midnight. `seconds` count from 1970 as if the clock were in UTC. */
function clockText(seconds: number): string {
  const text = new Date(seconds * 1_000).toISOString()
  return seconds % DAY_SECONDS === 0 ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 19)}`
}

const WALL_CLOCK = /^(\d{4}-\d\d-\d\d)?T?(?:(\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?)?(?:Z|[+-]\d\d:?\d\d)?$/

/** Writes a cell of type `d`. Cells have no zone: a `Z` is the habit of the program that wrote it. */
export function shownClock(text: string): string {
  const [found, day, hours = '0', minutes = '0', seconds = '0'] = WALL_CLOCK.exec(text.trim()) ?? []
  const start = Date.parse(`${day ?? '1970-01-01'}T00:00:00Z`) / 1_000
  if (!found || Number.isNaN(start)) return text
  const clock = Math.round(start + Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds))
  return day ? clockText(clock) : new Date(clock * 1_000).toISOString().slice(11, 19)
}

/** Writes a text with the words that its style puts around it. */
export function shownText(text: string, { code }: CellFormat): string {
  if (text === '' || !code?.includes('@')) return text
  const shown = safely(code, text)?.trim()
  return shown?.includes(text.trim()) ? shown : text
}

function safely(code: string, value: number | string): string | undefined {
  try {
    return format(code, value)
  } catch {
    return undefined
  }
}

/** Digits of literal words, which are no digits of the number. */
const ASIDE = 0xe000
const aside = (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCharCode(ASIDE + Number(digit)))
const back = (text: string) => text.replaceAll(/[\ue000-\ue009]/g, (sign) => String(sign.charCodeAt(0) - ASIDE))

/** Prints a number by its code. Leading zeros and words stay; what the code rounds, scales or hides has its own digits. */
function printed(value: number, code: string): string {
  const raw = exact(Math.abs(value))
  const shown = safely(code.replaceAll(/"[^"]*"|\\./g, aside), value)
    ?.replaceAll(/\s+/g, ' ')
    .trim()
  if (!shown) return exact(value)
  const [digits, at] = [/\.?\d(?:.*\d)?/.exec(shown)?.[0] ?? '', shown.search(/\.?\d/)]
  if (digits === '') return back(value === 0 ? shown.replace(/(?<![\p{L}-])-+(?![\p{L}-])/u, '0') : shown)
  const [before, after] = [shown.slice(0, at), shown.slice(at + digits.length)]
  const bare = digits.replaceAll(/(?<=\d),(?=\d)/g, '')
  const isNumber = /^\d*\.?\d+$/.test(bare) && Number(bare) === Number(raw)
  // `98765 43210`: only signs between the digits.
  const isCode = digits.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '') === raw
  const [number, words] = isNumber
    ? [/^0\d/.test(bare) ? bare : raw, after]
    : isCode
      ? [digits, after]
      : // A word behind a scaled number is its unit: `1.5M`.
        [raw, Math.abs(Number(bare)) < Number(raw) / 100 ? '' : after]
  // A section for negative numbers may say it by colour alone.
  const sign = value < 0 && !/[-(−]/.test(before) ? '-' : ''
  return back(`${before}${sign}${number}${words}`)
}

/** Fifteen digits, as a spreadsheet holds them, and never an exponent below 10^21. */
const exact = (value: number) => String(Number(value.toPrecision(15)))
