import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

type Manifest = Record<string, { file: string; imports?: string[]; isEntry?: boolean }>

/**
 * Builds a document like the store's build: the placeholders of the server, the app's files, and scripts that name
 * themselves.
 */
const documentOf = (tag: string, entry: string) => `<!doctype html><html lang="${tag}"><head>
<link rel="icon" type="image/svg+xml" href="/assets/logo-1.svg">
<style id="fonts" media="not all"></style><!--head--><!--styles-->
<script type="module" crossorigin src="/${entry}"></script>
<link rel="modulepreload" crossorigin href="/assets/react-1.js">
<link rel="stylesheet" crossorigin href="/assets/index-1.css">
<script>theme()</script><script id="frame">frame()</script><script id="ahead">ahead()</script></head><body><div id="root"><!--app--></div><!--state--><script id="start">start('app')</script></body></html>`

const PLAIN: Manifest = { 'index.html': { file: 'assets/index-1.js', isEntry: true } }

/**
 * Writes a minimal build of the store; returns its folder. Languages other than English by their subtags, further files
 * by name.
 */
export async function writeBuiltStore({
  manifest = PLAIN,
  languages = [],
  files = {},
}: {
  manifest?: Manifest
  languages?: string[]
  files?: Record<string, string | Buffer>
} = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'skillhaat-built-'))
  const put = async (name: string, content: string | Buffer) => {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  for (const language of ['en', ...languages]) {
    const beside = language === 'en' ? '.' : `.${language}.`
    const entry = language === 'en' ? (manifest['index.html']?.file ?? '') : `assets/index-${language}.js`
    const own = { ...manifest, 'index.html': { ...manifest['index.html'], file: entry, isEntry: true } }
    await put(`index${beside}html`, documentOf(`${language}-IN`, entry))
    await put(`.vite/manifest${beside}json`, JSON.stringify(own))
    await put(entry, 'export {}')
  }
  for (const [name, content] of Object.entries(files)) await put(name, content)
  return folder
}
