/** Form of the numbers of a style: a date, a time, a percent, or money with its sign. */
export type CellFormat = { is: 'date' | 'time' | 'percent' | 'plain'; sign: string }

export const PLAIN: CellFormat = { is: 'plain', sign: '' }
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
const isBuiltInTime = (id: number) => (id >= 18 && id <= 21) || (id >= 45 && id <= 47)

/** Reads a number format: one of Excel's own by its id, any other by its code, such as `[$₹-4009]#,##0.00`. */
export function formatOf(id: number, code: string | undefined): CellFormat {
  if (code === undefined) {
    if (isBuiltInDate(id)) return { is: 'date', sign: '' }
    if (isBuiltInTime(id)) return { is: 'time', sign: '' }
    return id === 9 || id === 10 ? { is: 'percent', sign: '' } : PLAIN
  }
  const [first = ''] = code.split(';')
  const sign = /\[\$([^\]-]{1,5})|"?(₹|Rs\.?|INR|€|£|\$)/.exec(first.replaceAll(/\[\$-[^\]]*\]/g, ''))
  const letters = first
    .replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replaceAll(/"[^"]*"|\\.|_./g, '')
    .replaceAll(/general/gi, '')
  if (/[yd]/i.test(letters) || /m{3,}/i.test(letters)) return { is: 'date', sign: '' }
  if (/[hs]/i.test(letters)) return { is: 'time', sign: '' }
  if (letters.includes('%')) return { is: 'percent', sign: '' }
  return { is: 'plain', sign: (sign?.[1] ?? sign?.[2] ?? '').trim() }
}

const DAY_SECONDS = 86_400
/** Days from the first day of Excel's calendar to 1 January 1970. */
const EPOCH = 25_569
const LATER_1904 = 1_462
/** 31 December 9999. */
const LAST = 2_958_465

/** Writes a number as a person sees it: `2025-04-05`, `45%`, `₹499`, all digits of a phone. */
export function shownNumber(value: number, { is, sign }: CellFormat, is1904: boolean): string {
  if (is === 'percent') return `${exact(value * 100)}%`
  if (is === 'plain') return `${sign}${exact(value)}`
  const days = value + (is1904 ? LATER_1904 : 0)
  if (days < 0 || days >= LAST + 1) return exact(value)
  if (is === 'time' && days < 1) return new Date(Math.round(days * DAY_SECONDS) * 1_000).toISOString().slice(11, 19)
  // Excel takes 1900 for a leap year.
  const seconds = Math.round((days + (days < 60 ? 1 : 0) - EPOCH) * DAY_SECONDS)
  const text = new Date(seconds * 1_000).toISOString()
  return seconds % DAY_SECONDS === 0 ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 19)}`
}

/** Fifteen digits, as a spreadsheet holds them, and never an exponent below 10^21. */
const exact = (value: number) => String(Number(value.toPrecision(15)))
