import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const configFile = here('vite.config.ts')
const client = here('dist/client')
const server = here('dist/server')

const COMPRESSIBLE = /\.(js|css|html|svg|json|txt|map)$/
const SMALLEST_WORTH_COMPRESSING = 1024

/**
 * Builds the store: `dist/client` (hashed assets with `.br` and `.gz` beside them, `index.html` as the template of every page,
 * `.vite/manifest.json`) and `dist/server/entry-server.js`, the page renderer, with everything it needs inside.
 */
export async function buildStore({ quiet = true } = {}): Promise<void> {
  const logLevel = quiet ? 'warn' : 'info'
  await rm(here('dist'), { recursive: true, force: true })
  await build({
    configFile,
    logLevel,
    mode: 'production',
    build: { outDir: client, manifest: true, emptyOutDir: true, modulePreload: { polyfill: false } },
  })
  await build({
    configFile,
    logLevel,
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: server,
      ssr: here('src/entry-server.tsx'),
      ssrEmitAssets: false,
      minify: false,
      emptyOutDir: true,
    },
    ssr: { noExternal: true },
  })
  await compressAll(client)
}

async function compressAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name) || entry.name === 'index.html') continue
    if ((await stat(file)).size < SMALLEST_WORTH_COMPRESSING) continue
    const bytes = await readFile(file)
    const options = {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, options))
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }
}

if (import.meta.main) await buildStore({ quiet: !process.argv.includes('--verbose') })
