import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { translations } from 'contract/languages'
import { expect, test } from 'vitest'
import { cataloguesOf, DOCUMENT, SAID, SAID_FIRST } from './catalogues.ts'
import { findTexts } from './find-texts.ts'

const sources = fileURLToPath(new URL('../src', import.meta.url))

/** Every text of the sources with the file that has it, and what cannot be translated. */
const texts = new Map<string, string>()
const unreadable: string[] = []
for (const path of globSync(`${sources}/**/*.{ts,tsx}`).sort()) {
  if (/\.(test|d)\.tsx?$/.test(path)) continue
  const file = relative(sources, path)
  const found = findTexts(readFileSync(path, 'utf8'), path)
  for (const { text } of found.texts) texts.set(text, file)
  for (const { source } of found.unreadable) unreadable.push(`${file}: ${source}`)
}

/** What a translation must keep: `{names}` and `<tags>`. */
const parts = (text: string) => [...new Set(text.match(/\{\w+\}|<\/?\w+>/g))].sort().join(' ')

test('every text is a plain string, so that the build can put its translation in its place', () => {
  expect(texts.size).toBeGreaterThan(900)
  expect(unreadable).toEqual([])
})

test.each(translations)('%s: every text of the store is translated, and nothing that is none', (language) => {
  const { [SAID]: _said, [SAID_FIRST]: _first, [DOCUMENT]: _document, ...areas } = cataloguesOf(language)
  const translated = new Map(
    Object.entries(areas).flatMap(([area, catalogue]) => Object.keys(catalogue).map((text) => [text, area] as const)),
  )
  const missing = [...texts].filter(([text]) => !translated.has(text)).map(([text, file]) => `${file}: ${text}`)
  expect(missing, `texts without a translation into ${language}`).toEqual([])
  const unused = [...translated].filter(([text]) => !texts.has(text)).map(([text, area]) => `${area}.json: ${text}`)
  expect(unused, 'translations of texts that no file has').toEqual([])
  const keys = Object.values(areas).flatMap((catalogue) => Object.keys(catalogue))
  expect(
    keys.filter((key, at) => keys.indexOf(key) !== at),
    'translated in two files',
  ).toEqual([])
})

test.each(translations)('%s: a translation says something, and keeps the names and tags of its text', (language) => {
  const wrong = Object.entries(cataloguesOf(language)).flatMap(([area, catalogue]) =>
    Object.entries(catalogue)
      .filter(([text, translation]) => !translation.trim() || parts(text) !== parts(translation))
      .map(([text, translation]) => `${area}.json: ${text} → ${translation}`),
  )
  expect(wrong).toEqual([])
})

test('all languages know the same sentences of server and contract, and the same of the documents', () => {
  const [first, ...others] = translations.map(cataloguesOf)
  for (const other of others)
    for (const name of [SAID, SAID_FIRST, DOCUMENT])
      expect(Object.keys(other[name] ?? {}).sort(), name).toEqual(Object.keys(first?.[name] ?? {}).sort())
})
