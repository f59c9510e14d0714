import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fill } from 'contract/fill'
import { translations } from 'contract/languages'
import { expect, test } from 'vitest'
import type { Feature } from '../features/define-feature.ts'
import { inLanguage } from './language.ts'

const all = join(import.meta.dirname, '../..')
const sources = globSync('**/*.ts', { cwd: all }).filter((file) => !file.endsWith('.test.ts'))

const PLAIN = String.raw`('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")`
const SPOKEN = new RegExp(String.raw`\bt\(\s*${PLAIN}|\b(?:one|other): ${PLAIN}`, 'g')

/** Returns the texts that a file translates: the first argument of `t`, both forms of `plural`. */
function textsOf(code: string, file: string): string[] {
  const calls = code.match(/\bt\(|\b(?:one|other): /g)?.length ?? 0
  const found = [...code.matchAll(SPOKEN)].map(([, text, form]) => text ?? form ?? '')
  if (found.length !== calls) throw new Error(`${file} says something that is no plain text`)
  return found.map((text) => JSON.parse(`"${text.slice(1, -1).replaceAll("\\'", "'").replaceAll('"', '\\"')}"`))
}

/** The files that say each text. */
const spoken = new Map<string, string[]>()
for (const file of sources) {
  const code = readFileSync(join(all, file), 'utf8')
  // A file may be handed the speech instead of making one.
  if (!/\/(language|paper-speech|email)\.ts'|\(t\) => t\(/.test(code)) continue
  for (const text of textsOf(code, file)) spoken.set(text, [...(spoken.get(text) ?? []), file])
}

const TRUNK = 'platform/language'

/** Features with texts of their own, by folder, and where else they lie. */
const homes: [folder: string, places: string[]][] = []
for (const file of globSync('*/*/texts.json', { cwd: all })) {
  const home = dirname(file)
  if (home === TRUNK) continue
  const { optional } = ((await import(join(all, home, 'feature.ts'))) as { default: Feature }).default
  homes.push([home, [home, ...(optional?.alsoIn ?? []).map((place) => place.replace('server/src/', ''))]])
}

/** Returns the folder of a text: of the feature that alone says it, or of the language. */
function homeOf(files: readonly string[]): string {
  const isIn = (place: string, file: string) => file === place || file.startsWith(`${place}/`)
  const own = homes.find(([, places]) => files.every((file) => places.some((place) => isIn(place, file))))
  return own?.[0] ?? TRUNK
}

const namesIn = (text: string) => [...text.matchAll(/\{\w+\}|<\/?\w+>/g)].map(([name]) => name).sort()

test('every texts.json holds each text of its folder once, in every language with the same names, and no unused one', () => {
  expect(spoken.size).toBeGreaterThan(100)
  for (const home of [TRUNK, ...homes.map(([folder]) => folder)]) {
    const catalogue: Record<string, Record<string, string>> = JSON.parse(
      readFileSync(join(all, home, 'texts.json'), 'utf8'),
    )
    const english = [...spoken].flatMap(([text, files]) => (homeOf(files) === home ? [text] : [])).sort()
    expect(Object.keys(catalogue), `${home}/texts.json`).toEqual(english)
    for (const [text, by] of Object.entries(catalogue)) {
      expect(Object.keys(by), text).toEqual([...translations, 'of'])
      for (const language of translations) expect(namesIn(by[language] ?? ''), text).toEqual(namesIn(text))
    }
  }
})

test('a text without translation falls back to English, and a value is not read as a text', () => {
  for (const language of ['en', ...translations] as const) {
    const { t, plural } = inLanguage(language)
    expect(t('Nobody says {this}', { this: '{that}', that: 'x' })).toBe('Nobody says {that}')
    expect(plural(1, { one: '{count} nobody', other: '{count} nobodies' })).toBe('1 nobody')
    expect(plural(0, { one: '{count} nobody', other: '{count} nobodies' })).toBe('0 nobodies')
  }
  expect(fill('{known} {unknown}', { known: 1 })).toBe('1 {unknown}')
})

test('a day names its month in the language, with Latin digits and a common clock', () => {
  const at = '2027-03-03T10:05:00Z'
  const shown = (language: 'en' | 'hi' | 'mr') => {
    const { longDay, shortDay, time } = inLanguage(language)
    return [longDay(at), shortDay(at), time(at)]
  }
  expect(shown('en')).toEqual(['3 March 2027', '3 Mar 2027', '3:35 pm'])
  expect(shown('hi')).toEqual(['3 मार्च 2027', '3 मार्च 2027', 'दोपहर 3:35'])
  expect(shown('mr')).toEqual(['3 मार्च, 2027', '3 मार्च, 2027', 'दुपारी 3:35'])
})
