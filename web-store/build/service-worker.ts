import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { languages } from 'contract/languages'
import { build } from 'vite'
import { BUILD_TARGET, HAS_ALL } from './floor/floor.ts'
import type { Manifest } from './speak-build.ts'

/** Screens that a student can open offline, with all their lazy files. */
const SCREENS = [
  'src/features/dashboard/DashboardScreen.tsx',
  'src/features/learn/LearnScreen.tsx',
  'src/features/learn/LearnHeader.tsx',
  'src/app/StudentHeader.tsx',
]
/** Modules that the app loads by itself on any screen. */
const ALWAYS = ['src/ui/ToastRegion.tsx', 'src/api/link.ts', 'src/app/drawn-screen.ts']

/** Lists the files for a student's screens, as addresses; every name contains a content hash. */
export function shellFiles(manifest: Manifest, template: string): string[] {
  const seen = new Set<string>()
  const visit = (name: string, late: boolean) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no ${name}`)
    if (seen.has(name)) return
    seen.add(name)
    for (const next of chunk.imports ?? []) visit(next, late)
    if (late) for (const next of chunk.dynamicImports ?? []) visit(next, late)
  }
  // The entry loads every screen lazily: only those of a student are included.
  for (const [name, { isEntry }] of Object.entries(manifest)) if (isEntry) visit(name, false)
  for (const name of SCREENS) visit(name, true)
  for (const name of ALWAYS) visit(name, false)
  const named = Array.from(template.matchAll(/\/assets\/[\w.-]+/g), ([address]) => address)
  const files = [...seen].map((name) => `/${manifest[name]?.file}`)
  return [...new Set([...files, ...named])].sort()
}

async function shellOf(client: string, language: string): Promise<{ revision: string; files: string[] }> {
  const beside = language === 'en' ? '.' : `.${language}.`
  const manifest = JSON.parse(await readFile(join(client, `.vite/manifest${beside}json`), 'utf8')) as Manifest
  const template = await readFile(join(client, `index${beside}html`), 'utf8')
  const files = shellFiles(manifest, template)
  // Pages in other languages load it before they start.
  if (language !== 'en')
    for (const name of ['first-sentences', 'sentences']) files.push(`/${manifest[`src/language/${name}.ts`]?.file}`)
  const revision = createHash('sha256').update(template).update(files.join()).digest('hex').slice(0, 16)
  return { revision, files }
}

/**
 * Builds `service-worker.js` next to the built store, with this release's file lists in each language. The address of the
 * polyfills joins them in a browser that needs these.
 */
export async function buildServiceWorker(client: string, polyfills: string): Promise<void> {
  const shells = await Promise.all(
    Object.keys(languages).map(async (language) => [language, await shellOf(client, language)] as const),
  )
  await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    publicDir: false,
    define: {
      SHELLS: JSON.stringify(Object.fromEntries(shells)),
      POLYFILLS: `(${HAS_ALL}?[]:[${JSON.stringify(polyfills)}])`,
    },
    build: {
      outDir: client,
      emptyOutDir: false,
      target: BUILD_TARGET,
      rolldownOptions: {
        input: fileURLToPath(new URL('../src/service-worker.ts', import.meta.url)),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
}
