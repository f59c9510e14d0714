import type { Language } from './languages.ts'

/** The clock of every language: `4:12 pm`. */
export const clockStyle: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', hour12: true }

/** Names of months and days: short ones, such as `नव॰`, are hardly read in the others. */
export const nameStyle = (language: Language) => (language === 'en' ? 'short' : 'long')
