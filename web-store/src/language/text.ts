import { fill, type Values } from 'contract/fill'

/** Letters that are written from right to left. */
const TURNING = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const isolated = (value: string) => (TURNING.test(value) ? `\u2068${value}\u2069` : value)

/**
 * A text that people read, in the language of this build. English stands in the source and is the key of its translations; a build in
 * another language puts the translation in its place, so nothing is looked up in the browser. The first argument is therefore always a
 * plain string, whole sentences with `{names}` for what changes: no pieces that are put together. A value that is written from right to
 * left is isolated, so that it does not turn the words around it.
 */
export const t = (text: string, values?: Values): string => fill(text, values, isolated)

/** `plural(2, { one: '{count} lesson', other: '{count} lessons' })` is `2 lessons`. `{count}` needs not be among the values. */
export function plural(count: number, forms: { one: string; other: string }, values?: Values): string {
  return t(count === 1 ? forms.one : forms.other, { count, ...values })
}

type Translator = (text: string) => string | undefined

const translators: Translator[] = []

/** A sentence that comes from the server or from the contract, in the language of this build; as it is where it is not known. */
export function said(text: string): string {
  for (const translate of translators) {
    const translated = translate(text)
    if (translated !== undefined) return translated
  }
  return text
}

/** Called by the files of sentences, which English pages do not fetch. */
export function hearSentences(translate: Translator): void {
  translators.push(translate)
}
