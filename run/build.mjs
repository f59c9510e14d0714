import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { withLock } from '../server/src/platform/db/process-lock.ts'
import { root, runNode } from './children.mjs'

/** Each build target: its program, its sources, and the file that stores the hash of the sources it was built from. */
const parts = [
  {
    name: 'store',
    program: 'web-store/build.ts',
    sources: [
      'web-store/src',
      'web-store/theme',
      'web-store/build',
      'web-store/build.ts',
      'web-store/vite.config.ts',
      'web-store/languages',
      'web-store/index.html',
      'web-store/package.json',
      'server/contract',
      'package-lock.json',
    ],
    marker: 'web-store/dist/.sources',
  },
  {
    name: 'server',
    program: 'server/build.ts',
    sources: [
      'server/src',
      'server/contract',
      'server/build.ts',
      'web-store/build/last-release.ts',
      'tools/demo',
      'tools/sandbox-gateway',
      'package-lock.json',
    ],
    marker: 'server/dist/.sources',
  },
]

/**
 * Builds the store (client and page renderer) and the server, or `only` one of them, if its sources changed since the
 * last build. Returns an exit code.
 */
export async function build({ always = false, only } = {}) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  return withLock(
    join(root, '.cache/build.lock'),
    async () => {
      const wanted = parts.filter(({ name }) => !only || name === only)
      const codes = await Promise.all(wanted.map((part) => buildNow(part, always)))
      return codes.find((code) => code !== 0) ?? 0
    },
    10 * 60_000,
  )
}

async function buildNow({ name, program, sources, marker }, always) {
  const before = fingerprint(sources)
  const mark = join(root, marker)
  if (!always && existsSync(mark) && readFileSync(mark, 'utf8') === before) return 0
  console.log(`Building the ${name} (once, and again when its sources change) …`)
  const began = Date.now()
  const code = await runNode([program], { tool: true })
  if (code !== 0) {
    console.error(`The ${name} could not be built; see the error above.`)
    return code
  }
  writeFileSync(mark, before)
  console.log(`Built the ${name} in ${Math.round((Date.now() - began) / 1000)} s.`)
  return 0
}

function fingerprint(sources) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => filesOf(join(root, source)))) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.filter(({ name }) => !/\.test\.tsx?$/.test(name)).flatMap((entry) => filesOf(join(path, entry.name)))
}
