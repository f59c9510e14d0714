import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Translation } from 'contract/languages'

const folder = fileURLToPath(new URL('../languages', import.meta.url))

/** Sentences of server and contract, with `{names}` for values; those of rendered pages first. */
export const SAID = 'said'
export const SAID_FIRST = 'said-first'
/** Texts that the server writes into the documents itself. */
export const DOCUMENT = 'document'

export type Texts = Record<string, string>

/** The English text, and its translations. */
export type Catalogue = Record<string, Partial<Record<Translation, string>>>

/** Reads the catalogues by name: one per folder of the store's sources, and the three above. */
export function readCatalogues(): Record<string, Catalogue> {
  const files = globSync('*.json', { cwd: folder }).sort()
  return Object.fromEntries(
    files.map((file) => [basename(file, '.json'), JSON.parse(readFileSync(join(folder, file), 'utf8')) as Catalogue]),
  )
}

const textsOf = (catalogue: Catalogue, language: Translation): Texts =>
  Object.fromEntries(
    Object.entries(catalogue).flatMap(([text, { [language]: translation }]) =>
      translation ? [[text, translation]] : [],
    ),
  )

/** Returns all texts of the store in a language, and separately those from outside its sources. */
export function translationsOf(language: Translation) {
  const all = Object.entries(readCatalogues()).map(([name, catalogue]) => [name, textsOf(catalogue, language)])
  const { [SAID]: said = {}, [SAID_FIRST]: first = {}, [DOCUMENT]: document = {}, ...areas } = Object.fromEntries(all)
  const texts = Object.assign({}, ...Object.values(areas)) as Texts
  return { texts, document, sentences: { 'first-sentences': first, sentences: said } }
}
