import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { translations } from 'contract/languages'
import { expect, test } from 'vitest'
import { DOCUMENT, readCatalogues, SAID, SAID_FIRST, staleEntries } from './catalogues.ts'
import { findTexts } from './find-texts.ts'

const sources = fileURLToPath(new URL('../src', import.meta.url))

/** Every text of the sources with its files, and the texts that cannot be translated. */
const texts = new Map<string, string[]>()
const unreadable: string[] = []
for (const path of globSync(`${sources}/**/*.{ts,tsx}`).sort()) {
  if (/\.(test|d)\.tsx?$/.test(path)) continue
  const file = relative(sources, path)
  const found = findTexts(readFileSync(path, 'utf8'), path)
  for (const { text } of found.texts) texts.set(text, [...(texts.get(text) ?? []), file])
  for (const { source } of found.unreadable) unreadable.push(`${file}: ${source}`)
}

/** Returns the catalogue of a text: that of its folder, beside it for a new or optional feature, or `shared` for several. */
function placeOf(files: string[]): string {
  const [area = 'shared', ...others] = new Set(files.map((file) => file.replace(/^features\//, '').split('/', 1)[0]))
  const place = `web-store/languages/${others.length > 0 ? 'shared' : area}`
  const beside = `web-store/src/features/${area}/texts`
  const isBeside =
    others.length === 0 && (beside in catalogues || !existsSync(join(sources, `../languages/${area}.json`)))
  return `${isBeside && files[0]?.startsWith('features/') ? beside : place}.json`
}

/** Lists the parts that a translation must preserve: `{names}` and `<tags>`. */
const parts = (text: string) => [...new Set(text.match(/\{\w+\}|<\/?\w+>/g))].sort().join(' ')

test('every text is a plain string, so that the build can replace it by its translation', () => {
  expect(texts.size).toBeGreaterThan(900)
  expect(unreadable).toEqual([])
})

const catalogues = readCatalogues()

test('every text of the store has its translations in one file, and no other string has any', () => {
  const { [SAID]: _said, [SAID_FIRST]: _first, [DOCUMENT]: _document, ...areas } = catalogues
  const translated = Object.entries(areas).flatMap(([area, catalogue]) =>
    Object.keys(catalogue).map((text) => [text, area] as const),
  )
  const known = new Map(translated)
  const missing = [...texts]
    .filter(([text]) => !known.has(text))
    .map(([text, files]) => `${text} (${placeOf(files)}; it stands in ${files.join(', ')})`)
  expect(missing, 'texts without translations').toEqual([])
  const unused = translated.filter(([text]) => !texts.has(text)).map(([text, area]) => `${area}.json: ${text}`)
  expect(unused, 'translations of texts that no file has').toEqual([])
  const beside = translated.filter(([, area]) => area.startsWith('web-store/src/'))
  const elsewhere = beside.flatMap(([text, area]) => {
    const place = placeOf(texts.get(text) ?? [])
    return `${area}.json` === place ? [] : `${text}: from ${area}.json to ${place}`
  })
  expect(elsewhere, 'texts that other folders say, too').toEqual([])
  const twice = translated.filter(([text, area]) => known.get(text) !== area)
  expect(twice, 'translated in two files').toEqual([])
})

test('every text is translated into every language, with its names and tags', () => {
  const wrong = Object.entries(catalogues).flatMap(([area, catalogue]) =>
    Object.entries(catalogue).flatMap(([text, by]) => {
      const bad = translations.filter((language) => !by[language]?.trim() || parts(text) !== parts(by[language]))
      const { of: _of, ...languages } = by
      const strange = Object.keys(languages).filter(
        (language) => !(translations as readonly string[]).includes(language),
      )
      return [...bad, ...strange].map((language) => `${area}.json, ${language}: ${text}`)
    }),
  )
  expect(wrong).toEqual([])
})

test('the translations of every text were written for the English beside them', () => {
  expect(staleEntries(), 'rewrite the translations, delete their "of", then run `npm run fix`').toEqual([])
})
