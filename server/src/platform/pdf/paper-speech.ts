import type { Language } from 'contract/languages'
import { inLanguage, type Speech } from '../language/language.ts'

/** Renders one text through a language's `t`. */
export type TextOf = (t: Speech['t']) => string

/** Texts of a document, for its reader and for the accountants of both sides. */
export type PaperSpeech = {
  tag: string
  /**
   * Renders a label or sentence in English, which law and accountants need, and after `between` in the document's
   * language unless it is the same.
   */
  both: (show: TextOf, between?: string) => string
  /** Renders a text without legal weight in the document's language alone. */
  own: (show: TextOf) => string
  /** `5 December 2026`; in figures, `05/12/2026`, for documents in two languages. */
  day: (instant: string) => string
}

const figures = new Intl.DateTimeFormat('en-IN', {
  ...({ day: '2-digit', month: '2-digit', year: 'numeric' } as const),
  timeZone: 'Asia/Kolkata',
})

/** Returns the texts of the document's language at issue; English for documents older than that field. */
export function paperSpeech({ language }: { language?: Language }): PaperSpeech {
  const english = inLanguage('en')
  if (!language || language === 'en') {
    const alone = (show: TextOf) => show(english.t)
    return { tag: english.tag, both: alone, own: alone, day: english.longDay }
  }
  const own = inLanguage(language)
  return {
    tag: own.tag,
    both: (show, between = ' / ') => [...new Set([show(english.t), show(own.t)])].join(between),
    own: (show) => show(own.t),
    day: (instant) => figures.format(new Date(instant)),
  }
}
