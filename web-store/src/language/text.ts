import { fill, type Values } from 'contract/fill'

/** Letters of right-to-left scripts. */
const TURNING = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const isolated = (value: string) => (TURNING.test(value) ? `\u2068${value}\u2069` : value)

/**
 * Returns a text for people in the language of this build. English is in the source and is the key of its translations;
 * the build inserts the translation, so the browser looks up nothing. The first argument is therefore always a plain
 * string, a whole sentence with `{names}` for values, never concatenated. A right-to-left value is isolated, so that it
 * does not reorder the words around it.
 */
export const t = (text: string, values?: Values): string => fill(text, values, isolated)

/**
 * Returns `2 lessons` for `plural(2, { one: '{count} lesson', other: '{count} lessons' })`. `{count}` needs no value.
 */
export function plural(count: number, forms: { one: string; other: string }, values?: Values): string {
  return t(count === 1 ? forms.one : forms.other, { count, ...values })
}

const sentences = new Map<string, string>()

/** Translates a sentence of the server or the contract into the language of this build; unknown ones stay in English. */
export const filled = (text: string, values?: Values): string => fill(sentences.get(text) ?? text, values, isolated)

/** Called by the files of sentences, which English pages do not load. */
export function onSentences(translations: Record<string, string>): void {
  for (const [text, translation] of Object.entries(translations)) sentences.set(text, translation)
}
