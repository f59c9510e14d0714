import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'acorn'
import { build, minify, type Rollup } from 'vite'
import { globalStyles } from '../styles/style-sheet.ts'
import { storeSheet } from '../styles/styles-plugin.ts'
import { BUILD_TARGET, FIRST_SCRIPTS, POLYFILLS } from './floor.ts'
import { oldStyles } from './old-styles.ts'

const ENTRY = 'virtual:polyfills'
const GAPS = fileURLToPath(new URL('../../src/first-page/gaps-script.js', import.meta.url))
const HERE = fileURLToPath(new URL('.', import.meta.url))

/**
 * Builds the polyfills into one file, and the sheet of browsers below the floor into another, and writes their addresses
 * into the first script of the page. Returns that of the polyfills.
 */
export async function buildPolyfills(client: string): Promise<string> {
  const modules = POLYFILLS.flatMap(({ modules }) => modules)
  const result = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    publicDir: false,
    root: HERE,
    plugins: [
      {
        name: 'store-polyfills',
        resolveId: (id) => (id === ENTRY ? join(HERE, 'polyfills.js') : undefined),
        load: (id) =>
          id === join(HERE, 'polyfills.js')
            ? modules.map((name) => `import 'core-js/modules/${name}.js'`).join('\n')
            : undefined,
      },
    ],
    build: {
      outDir: client,
      emptyOutDir: false,
      target: BUILD_TARGET,
      rolldownOptions: {
        input: ENTRY,
        output: { format: 'iife', entryFileNames: 'assets/polyfills-[hash].js' },
      },
    },
  })
  const [chunk] = (result as Rollup.RollupOutput).output
  const address = `/${chunk.fileName}`
  const page = join(client, 'index.html')
  const html = await readFile(page, 'utf8')
  if (!html.includes('POLYFILLS')) throw new Error('No script of the page loads the polyfills')
  if (!html.includes('OLD_STYLES')) throw new Error('No script of the page loads the styles of old browsers')
  const sheet = await write(client, 'old', 'css', oldStyles(globalStyles() + storeSheet()))
  const { code } = await minify(GAPS, await readFile(GAPS, 'utf8'), { compress: { target: FIRST_SCRIPTS.target } })
  parse(code, { ecmaVersion: FIRST_SCRIPTS.ecmaVersion })
  const gaps = await write(client, 'gaps', 'js', code)
  await writeFile(page, html.replace('POLYFILLS', address).replace('OLD_STYLES', sheet).replace('OLD_GAPS', gaps))
  return address
}

async function write(client: string, name: string, kind: 'css' | 'js', text: string): Promise<string> {
  const address = `/assets/${name}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.${kind}`
  await writeFile(join(client, address), text)
  return address
}
