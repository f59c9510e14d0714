/** What is put into a text where its name stands in braces: `{count}`. */
export type Values = Record<string, string | number>

/**
 * A text that people read, in the language of this build. English stands in the source and is the key of its translations; a build in
 * another language puts the translation in its place, so nothing is looked up in the browser. The first argument is therefore always a
 * plain string, whole sentences with `{names}` for what changes: no pieces that are put together.
 */
export function t(text: string, values?: Values): string {
  return values ? text.replace(/\{(\w+)\}/g, (name, key: string) => String(values[key] ?? name)) : text
}

/** `plural(2, { one: '{count} lesson', other: '{count} lessons' })` is `2 lessons`. `{count}` needs not be among the values. */
export function plural(count: number, forms: { one: string; other: string }, values?: Values): string {
  return t(count === 1 ? forms.one : forms.other, { count, ...values })
}

let translated: ((text: string) => string) | undefined

/** A sentence that comes from the server or from the contract, in the language of this build; as it is where it is not known. */
export const said = (text: string): string => (translated ? translated(text) : text)

/** Called by `sentences.ts`, which English pages do not fetch. */
export function hearSentences(speaks: (text: string) => string): void {
  translated = speaks
}
