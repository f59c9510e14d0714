import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] }
type Manifest = Record<string, Chunk>

/** What a student opens without a network, and everything that these fetch when it is needed. */
const SCREENS = [
  'src/features/dashboard/DashboardScreen.tsx',
  'src/features/learn/LearnScreen.tsx',
  'src/features/learn/LearnHeader.tsx',
  'src/app/StudentHeader.tsx',
]
/** What the app fetches by itself on any screen. */
const ALWAYS = ['src/ui/ToastRegion.tsx', 'src/api/link.ts']

/** The files that a student's screens need, as addresses; every name carries a hash of its content. */
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
  // The entry fetches every screen when it is needed: only those of a student are wanted.
  for (const [name, { isEntry }] of Object.entries(manifest)) if (isEntry) visit(name, false)
  for (const name of SCREENS) visit(name, true)
  for (const name of ALWAYS) visit(name, false)
  const named = Array.from(template.matchAll(/\/assets\/[\w.-]+/g), ([address]) => address)
  const files = [...seen].map((name) => `/${manifest[name]?.file}`)
  return [...new Set([...files, ...named])].sort()
}

/** Builds `service-worker.js` beside the built store, with the list of what it keeps of this release. */
export async function buildServiceWorker(client: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8')) as Manifest
  const template = await readFile(join(client, 'index.html'), 'utf8')
  const files = shellFiles(manifest, template)
  const revision = createHash('sha256').update(template).update(files.join()).digest('hex').slice(0, 16)
  await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    publicDir: false,
    define: { SHELL: JSON.stringify({ revision, files }) },
    build: {
      outDir: client,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: fileURLToPath(new URL('../src/service-worker.ts', import.meta.url)),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
}
