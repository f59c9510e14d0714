import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Translation } from 'contract/languages'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Sentences of server and contract, with `{names}` for values; those of rendered pages first. */
export const SAID = 'said'
export const SAID_FIRST = 'said-first'
/** Texts that the server writes into the documents itself. */
export const DOCUMENT = 'document'

export type Texts = Record<string, string>

/** The English text, its translations, and `of`: the hash of the English for which they were written. */
export type Catalogue = Record<string, Partial<Record<Translation | 'of', string>>>

const ofStore = ['web-store/languages/*.json', 'web-store/src/features/*/texts.json', 'server/contract/**/said*.json']

/** Reads the catalogues by name: one per folder of the store's sources, there or beside it, and the three above, with those of features in theirs. */
export function readCatalogues(): Record<string, Catalogue> {
  const nameOf = (file: string) => (file.startsWith('web-store/src/') ? file.slice(0, -5) : basename(file, '.json'))
  const catalogues: Record<string, Catalogue> = {}
  for (const file of globSync(ofStore, { cwd: root }).sort()) {
    catalogues[nameOf(file)] ??= {}
    Object.assign(catalogues[nameOf(file)] as Catalogue, JSON.parse(readFileSync(join(root, file), 'utf8')))
  }
  return catalogues
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
  const { [SAID]: shown = {}, [SAID_FIRST]: first = {}, [DOCUMENT]: document = {}, ...areas } = Object.fromEntries(all)
  const texts = Object.assign({}, ...Object.values(areas)) as Texts
  return { texts, document, sentences: { 'first-sentences': first, sentences: shown } }
}

const hashOf = (english: string): string => createHash('sha256').update(english).digest('hex').slice(0, 8)

/**
 * Returns `file: English` for each entry of store and server whose translations were written for another English text.
 * `stamp` first adds the hash to entries without one.
 */
export function staleEntries({ stamp = false } = {}): string[] {
  return globSync([...ofStore, 'server/src/*/*/texts.json'], { cwd: root }).flatMap((file) => {
    const path = join(root, file)
    const catalogue = JSON.parse(readFileSync(path, 'utf8')) as Catalogue
    const entries = Object.entries(catalogue)
    if (stamp) {
      for (const [english, entry] of entries) entry.of ??= hashOf(english)
      writeFileSync(path, `${JSON.stringify(catalogue, null, 2)}\n`)
    }
    return entries.flatMap(([english, { of }]) => (of === hashOf(english) ? [] : `${file}: ${english}`))
  })
}
