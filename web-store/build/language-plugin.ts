import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { findTexts } from './find-texts.ts'

/**
 * Returns the placeholder of a text in the build until `speak` translates it. Quotes of every kind leave it unchanged.
 */
export const markOf = (text: string): string => `@t:${createHash('sha256').update(text).digest('hex').slice(0, 10)}@`

const MARK = /@t:[0-9a-f]{10}@/g
const LANGUAGE = '@language@'
const SENTENCES = ['first-sentences', 'sentences'] as const
const sentencesMark = (name: (typeof SENTENCES)[number]) => `@${name}@`

/** The places where a build names its language. */
const PLACES: [file: RegExp, place: RegExp, mark: string][] = [
  [/\/src\/language\/language\.ts$/, /JSON\.parse\(.*?\)/, `JSON.parse('"${LANGUAGE}"')`],
  ...SENTENCES.map((name): [RegExp, RegExp, string] => [
    new RegExp(`/src/language/${name}\\.ts$`),
    /onSentences\(\{\}\)/,
    `onSentences("${sentencesMark(name)}")`,
  ]),
]

/** The texts of a build by their marks. */
export type Marked = Map<string, string>

/**
 * Replaces the texts of `language/text.ts` by marks, which `speak` translates after the build: the store is built once
 * for all languages. A mark is a hash of its text, so that a changed text changes the file's name.
 */
export function languagePlugin(marked: Marked): Plugin {
  return {
    name: 'store-language',
    apply: 'build',
    transform(code, id) {
      const own = PLACES.find(([file]) => file.test(id))
      if (own) {
        const [, place, mark] = own
        if (!place.test(code)) throw new Error(`${id} has no ${place}`)
        return { code: code.replace(place, mark), map: null }
      }
      if (!id.includes('/web-store/src/')) return undefined
      const { texts } = findTexts(code, id.replace(/\?.*/, '').replace(/\.tsx?$/, '.js'))
      if (texts.length === 0) return undefined
      let changed = code
      for (const { text, literal, call } of texts.toReversed()) {
        const mark = markOf(text)
        const known = marked.get(mark)
        if (known !== undefined && known !== text) throw new Error(`Two texts have one mark: ${known}, ${text}`)
        marked.set(mark, text)
        const { start, end } = call ?? literal
        changed = `${changed.slice(0, start)}"${mark}"${changed.slice(end)}`
      }
      return { code: changed, map: null }
    },
  }
}

/** Returns true if a built file differs between languages. */
export const hasTexts = (code: string): boolean =>
  code.search(MARK) >= 0 || code.includes(LANGUAGE) || SENTENCES.some((name) => code.includes(sentencesMark(name)))

/** Escapes a text for quotes of every kind, HTML and templates. */
const quoted = (text: string): string =>
  text.replace(/[\\"'`$\n\r\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

export type Speech = {
  language: string
  /** Translations; missing ones stay English. */
  texts: Readonly<Record<string, string>>
  /**
   * Translations of server and contract sentences, which the browser loads separately: for public pages, and for all
   * others.
   */
  sentences: Readonly<Record<(typeof SENTENCES)[number], Readonly<Record<string, string>>>>
}

/** Translates a built file. */
export function speak(code: string, marked: Marked, { language, texts, sentences }: Speech): string {
  return code
    .replace(MARK, (mark) => {
      const text = marked.get(mark)
      if (text === undefined) throw new Error(`No text has the mark ${mark}`)
      return quoted(texts[text] ?? text)
    })
    .replaceAll(LANGUAGE, language)
    .replace(/(["'`])@(first-sentences|sentences)@\1/g, (_whole, _quote, name: keyof typeof sentences) =>
      JSON.stringify(sentences[name]),
    )
}
