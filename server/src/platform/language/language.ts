import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { atPartOfDay, clockIn } from 'contract/date-styles'
import { fill, type Values } from 'contract/fill'
import { type Language, languages } from 'contract/languages'
import { liveMomentText } from 'contract/live-times'

type Forms = { one: string; other: string }

/** Texts and formats of one language. */
export type Speech = {
  /** Value of `html lang`. */
  tag: string
  /**
   * Translates a text. The English source is the key, so the first argument is a literal: whole sentences with
   * `{names}`. Without values the names stay, for `fill` or for HTML.
   */
  t: (text: string, values?: Values) => string
  /** `plural(2, { one: '{count} seat', other: '{count} seats' })` is `2 seats`. `{count}` is filled without a value. */
  plural: (count: number, forms: Forms, values?: Values) => string
  /** `3 March 2027`, in India. */
  longDay: (instant: string | Date) => string
  /** `3 Mar 2027`, with the whole month in the other languages. */
  shortDay: (instant: string | Date) => string
  /** `3:35 pm`; the other languages name the part of the day, `दोपहर 3:35`. */
  time: (instant: string | Date) => string
  /** `Sat, 28 Nov, 7:00 pm`, in the other languages with whole words. */
  moment: (instant: string | Date) => string
}

const tiers = join(import.meta.dirname, '../..')

/** Translations by English text and language, from the `texts.json` of every feature. */
const translations: Record<string, Partial<Record<Language, string>>> = Object.assign(
  {},
  ...globSync('*/*/texts.json', { cwd: tiers }).map((file) => JSON.parse(readFileSync(join(tiers, file), 'utf8'))),
)

const speeches = new Map<Language, Speech>()

/** Marks a text that is stored in English and translated where it is shown, such as the label of a reduction. */
export const storedText = (text: string): string => text

/** Returns a language's texts and formats, English by default. Missing texts fall back to English. */
export function inLanguage(language: Language = 'en'): Speech {
  let speech = speeches.get(language)
  if (!speech) {
    speech = speechOf(language)
    speeches.set(language, speech)
  }
  return speech
}

function speechOf(language: Language): Speech {
  const { tag } = languages[language]
  const translated = (text: string) => (language === 'en' ? undefined : translations[text]?.[language]) ?? text
  const t = (text: string, values?: Values) => fill(translated(text), values)
  const format = (options: Intl.DateTimeFormatOptions) => {
    // Digits are Latin in every language, as in prices and order numbers.
    const made = new Intl.DateTimeFormat(`${tag}-u-nu-latn`, { ...options, timeZone: 'Asia/Kolkata' })
    return (instant: string | Date) => made.format(new Date(instant))
  }
  const clock = format(clockIn(language))
  return {
    tag,
    t,
    plural: (count, { one, other }, values) => t(count === 1 ? one : other, { count, ...values }),
    longDay: format({ dateStyle: 'long' }),
    // Short month names are uncommon in the other languages.
    shortDay: format({ dateStyle: language === 'en' ? 'medium' : 'long' }),
    time: (instant) => (language === 'mr' ? atPartOfDay : String)(clock(instant)),
    moment: (instant) => liveMomentText(instant, undefined, language),
  }
}
