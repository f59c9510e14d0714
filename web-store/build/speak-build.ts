import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Language, languages, translations } from 'contract/languages'
import { translationsOf } from './catalogues.ts'
import { hasTexts, type Marked, type Speech, speak } from './language-plugin.ts'

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] }
export type Manifest = Record<string, Chunk>

const ENGLISH: Speech = { language: 'en', texts: {}, sentences: { 'first-sentences': {}, sentences: {} } }

const speechOf = (language: Language): Speech =>
  language === 'en' ? ENGLISH : { language, ...translationsOf(language) }

/** The name of a built file wherever it occurs: `Footer-Ab3_x9Qz.js`. */
const SCRIPT = /[\w.-]+-[\w-]{8}\.js/g

/** Returns the files that visitors and students can need, without the console. */
function filesOfStore(manifest: Manifest, consoleFiles: readonly string[]): Set<string> {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || files.has(chunk.file) || consoleFiles.includes(chunk.file)) return
    files.add(chunk.file)
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next)
  }
  for (const [name, { isEntry }] of Object.entries(manifest)) if (isEntry) visit(name)
  return files
}

/** Returns the files that differ between languages: they contain a text, or import such a file. */
function differingFiles(files: ReadonlyMap<string, string>): Set<string> {
  const differing = new Set([...files].filter(([, code]) => hasTexts(code)).map(([name]) => name))
  for (let before = -1; before !== differing.size; ) {
    before = differing.size
    for (const [name, code] of files) {
      if (!differing.has(name) && (code.match(SCRIPT) ?? []).some((other) => differing.has(other))) differing.add(name)
    }
  }
  return differing
}

const json = async <T>(file: string): Promise<T> => JSON.parse(await readFile(file, 'utf8')) as T

/**
 * Translates a built client into every language, English in place. Files without texts, also in their imports, are
 * shared; another language gets the rest under other names, and a template and a manifest with these names:
 * `index.hi.html`, `.vite/manifest.hi.json`. The console is English only.
 */
export async function speakClient(client: string, marked: Marked): Promise<void> {
  const manifest = await json<Manifest>(join(client, '.vite/manifest.json'))
  const template = await readFile(join(client, 'index.html'), 'utf8')
  const assets = join(client, 'assets')
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  const codes = new Map(
    await Promise.all(scripts.map(async (name) => [name, await readFile(join(assets, name), 'utf8')] as const)),
  )
  const ofStore = filesOfStore(manifest, await json<string[]>(join(client, '.vite/console-files.json')))
  const differing = differingFiles(new Map([...codes].filter(([name]) => ofStore.has(`assets/${name}`))))
  for (const language of translations) {
    const speech = speechOf(language)
    const hash = createHash('sha256').update(JSON.stringify(speech)).digest('hex').slice(0, 8)
    const renamed = (text: string) =>
      text.replace(SCRIPT, (name) => (differing.has(name) ? name.replace(/\.js$/, `-${language}${hash}.js`) : name))
    for (const name of differing)
      await writeFile(join(assets, renamed(name)), speak(renamed(codes.get(name) ?? ''), marked, speech))
    const html = renamed(template).replace(/<html lang="[^"]*">/, `<html lang="${languages[language].tag}">`)
    await writeFile(join(client, `index.${language}.html`), html)
    await writeFile(join(client, `.vite/manifest.${language}.json`), renamed(JSON.stringify(manifest)))
    await writeFile(join(client, `.vite/document.${language}.json`), JSON.stringify(translationsOf(language).document))
  }
  for (const [name, code] of codes)
    if (hasTexts(code)) await writeFile(join(assets, name), speak(code, marked, ENGLISH))
}

/** Translates the page renderer: a folder for each other language next to the English one. */
export async function speakRenderer(server: string, marked: Marked): Promise<void> {
  const names = (await readdir(server, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(server.length + 1))
  for (const language of [...translations, 'en'] as const) {
    const place = language === 'en' ? server : join(server, language)
    const speech = speechOf(language)
    await mkdir(place, { recursive: true })
    for (const name of names) {
      const [from, to] = [join(server, name), join(place, name)]
      if (name.endsWith('.js')) {
        await mkdir(join(to, '..'), { recursive: true })
        await writeFile(to, speak(await readFile(from, 'utf8'), marked, speech))
      } else if (from !== to) await cp(from, to)
    }
  }
}
