import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { consoleFilesPlugin } from './build/console-files-plugin.ts'
import { buildPolyfills } from './build/floor/build-polyfills.ts'
import { checkBuilt } from './build/floor/check-built.ts'
import { languagePlugin, type Marked } from './build/language-plugin.ts'
import { storeLastRelease, takePlace } from './build/last-release.ts'
import { buildServiceWorker } from './build/service-worker.ts'
import { speakClient, speakRenderer } from './build/speak-build.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const configFile = here('vite.config.ts')
const dist = here('dist')

const COMPRESSIBLE = /\.(js|css|html|svg|json|txt|map)$/
const SMALLEST_WORTH_COMPRESSING = 300

/**
 * The common parts of public screens beyond the base; dialogs, toasts and forms load with the button that opens them.
 */
const PARTS =
  /web-store\/src\/first-page\/|web-store\/src\/ui\/(?!dialog-parts|menu|tabs|Dialog|ConfirmDialog|ToastRegion|Field|secondary-icons|use-fields|Avatar|ProgressBar|Ways|bytes-text|save-file)|web-store\/src\/shared\/courses\/use-owned|web-store\/src\/language\/rich|contract\/(media\/address|money|date-styles)|@tanstack\/(?!.*(mutation|infinite))/i

/** Shared code is in one file: twenty files of a kilobyte each would cost more. */
const groups = [
  // Code for every page is in two files, each of which a phone can run in one go (`start-script.js`).
  {
    name: 'react',
    tags: ['$initial' as const],
    test: /node_modules\/(react|react-dom|scheduler)\/|src\/first-page\/root\.ts|rolldown\/runtime/,
    priority: 4,
    includeDependenciesRecursively: false,
  },
  { name: 'base', tags: ['$initial' as const], priority: 2, includeDependenciesRecursively: false },
  ...Object.entries({
    parts: PARTS,
    // The course page needs none of it, and a cart all.
    prices:
      /web-store\/src\/shared\/cart\/(promocode-check|unlisted-promocode|priced-cart|CartPlaces|Sums|EarlierCart|PromoCodeBox|LineAmount)|contract\/(promocode-check|orders\/price-cart|expiry|typed-keys|allocate)/,
    // Every screen that sends something.
    calls: /web-store\/src\/api\/(use-submission|random-key)|@tanstack\/.*mutation/i,
    signing: /web-store\/src\/(shared\/(NoticeLine|Problem|login\/log-in)|ui\/use-fields)/,
    study:
      /web-store\/src\/(ui\/(Avatar|ProgressBar|save-file)|shared\/(DashboardLine|offline\/(worker|late-sent)|live\/(live-words|use-now)|orders\/plan-rest|courses\/lesson-to-continue)|features\/live\/use-join|stores\/downloaded-lessons)|contract\/live-times/,
    student: /web-store\/src\/(app\/(StudentMenu|StudentHeader|student-links|use-log-out)|shared\/ThemeMenuItem)/,
    lesson:
      /web-store\/src\/(features\/learn\/(LearnHeader|lesson\/(stage-parts|use-content))|shared\/(courses\/(lesson-source|is-shut|own-frame-hosts|span-text|lesson-sections)|forms\/use-action-form|login\/device-text)|ui\/bytes-text)|contract\/limits/,
  }).map(([name, test]) => ({ name, test, minShareCount: 2, priority: 1, includeDependenciesRecursively: false })),
]

/**
 * Builds the store: `dist/client` (hashed assets with `.br` and `.gz` beside them, `index.html` as the template of
 * every page, `.vite/manifest.json`) and `dist/server/entry-server.js`, the page renderer, with all its dependencies.
 * Both are built once, then translated into each language (`build/speak-build.ts`): `index.hi.html`,
 * `server/hi/entry-server.js`. The previous build stays in place until the new one is complete, and its assets stay one
 * release longer.
 */
export async function buildStore({ quiet = true } = {}): Promise<void> {
  const logLevel = quiet ? 'error' : 'info'
  const next = join(dist, `next-${process.pid}`)
  const [client, server] = [join(next, 'client'), join(next, 'server')]
  const marked: Marked = new Map()
  const ofClient = build({
    configFile,
    logLevel,
    mode: 'production',
    plugins: [consoleFilesPlugin(), languagePlugin(marked)],
    build: {
      outDir: client,
      manifest: true,
      // The entry would contain the import lists of all screens; their shared files are already loaded, and screens are
      // prefetched.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
      },
      chunkSizeWarningLimit: 600,
      rolldownOptions: { output: { codeSplitting: { groups } } },
    },
  })
  const ofRenderer = build({
    configFile,
    logLevel,
    mode: 'production',
    plugins: [languagePlugin(marked)],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir: server, ssr: here('src/entry-server.tsx'), ssrEmitAssets: false, minify: false },
    ssr: { noExternal: true },
  })
  await Promise.all([ofClient, ofRenderer])
  const polyfills = await buildPolyfills(client)
  await speakRenderer(server, marked)
  await speakClient(client, marked)
  await buildServiceWorker(client, polyfills)
  await checkBuilt(client)
  await compressAll(client)
  await storeLastRelease(join(dist, 'client'), client)
  for (const part of ['client', 'server'])
    await takePlace(join(next, part), join(dist, part), join(next, `old-${part}`))
  await rm(next, { recursive: true, force: true })
}

async function compressAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  // In parallel: compression uses a thread pool.
  const compress = async (entry: (typeof entries)[number]) => {
    const file = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name) || /^index\.(\w+\.)?html$/.test(entry.name)) return
    if ((await stat(file)).size < SMALLEST_WORTH_COMPRESSING) return
    const bytes = await readFile(file)
    const options = {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, options))
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }
  await Promise.all(entries.map(compress))
}

if (import.meta.main) await buildStore({ quiet: !process.argv.includes('--verbose') })
