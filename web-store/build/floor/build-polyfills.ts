import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rollup } from 'vite'
import { BUILD_TARGET, POLYFILLS } from './floor.ts'

const ENTRY = 'virtual:polyfills'
const HERE = fileURLToPath(new URL('.', import.meta.url))

/**
 * Builds the polyfills into one file, and writes its address into the first script of the page. Returns the address.
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
  if (!html.includes('"POLYFILLS"')) throw new Error('No script of the page loads the polyfills')
  await writeFile(page, html.replace('"POLYFILLS"', `"${address}"`))
  return address
}
