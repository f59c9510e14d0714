import type { Language } from './languages.ts'

/** The clock of every language: `4:12 pm`. */
export const clockStyle: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', hour12: true }

/** Names of months and days: short ones, such as `नव॰`, are hardly read in the others. */
export const nameStyle = (language: Language) => (language === 'en' ? 'short' : 'long')

/** The clock within a sentence: Hindi and Marathi name the part of the day before the hour, where English has am and pm. */
export const clockIn = (language: Language): Intl.DateTimeFormatOptions =>
  language === 'en' ? clockStyle : { ...clockStyle, dayPeriod: 'short' }

const MARATHI_PARTS: Record<string, string> = {
  रात्र: 'रात्री',
  पहाट: 'पहाटे',
  सकाळ: 'सकाळी',
  मध्यान्ह: 'दुपारी',
  दुपार: 'दुपारी',
  संध्याकाळ: 'संध्याकाळी',
}

/** Browsers have the bare noun, `दुपार 3:35`; people say `दुपारी 3:35`. */
export const atPartOfDay = (text: string): string =>
  text.replace(/(\S+)(?=\s\d{1,2}:)/, (part) => MARATHI_PARTS[part] ?? part)
