import type { Language } from 'contract/languages'
import { inLanguage, type Speech } from '../language/language.ts'

/** Says one text in the language whose words it is given. */
export type Say = (t: Speech['t']) => string

/** How a paper speaks to whoever it is for, and to the accountants of both sides. */
type PaperSpeech = {
  tag: string
  /**
   * A label or sentence: English, for the law and accountants everywhere have it so, and on papers of another language the same
   * in that one after `between`, unless it is the same.
   */
  both: (say: Say, between?: string) => string
  /** What is no word of the law, in the paper's language alone. */
  own: (say: Say) => string
  /** `5 December 2026`; in figures, `05/12/2026`, where two languages read it. */
  day: (instant: string) => string
}

const figures = new Intl.DateTimeFormat('en-IN', {
  ...({ day: '2-digit', month: '2-digit', year: 'numeric' } as const),
  timeZone: 'Asia/Kolkata',
})

/** The language that a paper took when it was issued; English before papers had one. */
export function paperSpeech({ language }: { language?: Language }): PaperSpeech {
  const english = inLanguage('en')
  if (!language || language === 'en') {
    const alone = (say: Say) => say(english.t)
    return { tag: english.tag, both: alone, own: alone, day: english.longDay }
  }
  const own = inLanguage(language)
  return {
    tag: own.tag,
    both: (say, between = ' / ') => [...new Set([say(english.t), say(own.t)])].join(between),
    own: (say) => say(own.t),
    day: (instant) => figures.format(new Date(instant)),
  }
}
