import type { Language } from './languages.ts'

/** The clock of a language: `4:12 pm`, and `16:12` where `pm` is no word. */
export const clockStyle = (language: Language): Intl.DateTimeFormatOptions =>
  language === 'en'
    ? { hour: 'numeric', minute: '2-digit', hour12: true }
    : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

/** Names of months and days: short ones, such as `नव॰`, are hardly read in the others. */
export const nameStyle = (language: Language) => (language === 'en' ? 'short' : 'long')
