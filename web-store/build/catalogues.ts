import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Translation } from 'contract/languages'

const folder = fileURLToPath(new URL('../languages', import.meta.url))

/** Sentences of server and contract, with `{names}` for what changes; those first that rendered pages show. */
export const SAID = 'said'
export const SAID_FIRST = 'said-first'
/** What the server writes into the documents itself. */
export const DOCUMENT = 'document'

export type Texts = Record<string, string>

/** The catalogues of a language by their names: a folder of the store's sources each, and the three above. */
export function cataloguesOf(language: Translation): Record<string, Texts> {
  const files = globSync('*.json', { cwd: join(folder, language) }).sort()
  return Object.fromEntries(
    files.map((file) => [
      basename(file, '.json'),
      JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as Texts,
    ]),
  )
}

/** All texts of the store in a language, and apart from them what is no text of its sources. */
export function translationsOf(language: Translation) {
  const { [SAID]: said = {}, [SAID_FIRST]: first = {}, [DOCUMENT]: document = {}, ...areas } = cataloguesOf(language)
  const texts = Object.assign({}, ...Object.values(areas)) as Texts
  return { texts, document, sentences: { 'first-sentences': first, sentences: said } }
}
