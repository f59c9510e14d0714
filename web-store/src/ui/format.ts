import { clockStyle, nameStyle } from 'contract/date-styles'
import { languages } from 'contract/languages'
import { formatMoney, formatRupees, toPaise } from 'contract/money'
import { language } from '../language/language.ts'

/** Latin digits in every language, as in prices and lengths. */
const LATIN_DIGITS = '-u-nu-latn'

/** Formats `₹1,357.60` from 1357.6 rupees. */
export function rupeesText(rupees: number): string {
  return formatRupees(toPaise(rupees))
}

/** Formats an amount that may be in another currency: `29.99 USD`. */
export const amountText = (amount: number, currency?: string): string => formatMoney(toPaise(amount), currency)

/** Splits the text into its two sizes: `₹1,357` and `.60`. */
export function splitRupees(rupees: number): { rupees: string; paise: string } {
  const text = rupeesText(rupees)
  return { rupees: text.slice(0, -3), paise: text.slice(-3) }
}

/** Formats `₹1,999` from 1999 rupees, `₹499.50` from 499.5: for an amount in a sentence, not in a total. */
export function shortRupees(rupees: number): string {
  return rupeesText(rupees).replace(/\.00$/, '')
}

/** Formats a bare amount for the sales page with Indian grouping: `499`, `499.50`, `2,495`, `4,99,995`. */
export const plainRupees = (rupees: number): string => shortRupees(rupees).slice(1)

/** Creates a format in Indian time on first use: creation is slow on a phone, and most pages have no date. */
function formatInIndia(options: Intl.DateTimeFormatOptions): (moment: number | Date) => string {
  let format: Intl.DateTimeFormat | undefined
  return (moment) => {
    format ??= new Intl.DateTimeFormat(languages[language].tag + LATIN_DIGITS, { timeZone: 'Asia/Kolkata', ...options })
    return format.format(moment)
  }
}

/** Formats a valid time as `18 Nov 2026` in Indian time. */
export const dateText = formatInIndia({ day: 'numeric', month: nameStyle(language), year: 'numeric' })

/** `18 November 2026`. */
export const longDateText = formatInIndia({ day: 'numeric', month: 'long', year: 'numeric' })

/** `November 2026`. */
export const monthText = formatInIndia({ month: 'long', year: 'numeric' })

const clock = formatInIndia(clockStyle)

/** Formats `4:12 pm` in Indian time; no line break before the `pm`. */
export const clockText = (moment: number | Date): string => clock(moment).replace(/\s/, '\u00a0')

/** Formats `18 Nov 2026, 4:12 pm` in Indian time. */
export function dateTimeText(moment: string | Date): string {
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? '' : `${dateText(date)}, ${clockText(date)}`
}

/** Formats hours with one decimal, half up from the two of `hours_spent` (or sums of them): `1.5`. */
export function hoursText(hours: number): string {
  return (Math.round(Math.round(hours * 100) / 10) / 10).toFixed(1)
}

/** Formats a duration like players: `4:20`, `1:04:20`. */
export function clockLength(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(Math.floor(seconds % 60))}`
}

/** Formats `1 bundle`, `8 bundles`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
