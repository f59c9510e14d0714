import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { withLock } from '../server/src/db/process-lock.ts'
import { root, runNode } from './children.mjs'

const sources = [
  ...['web-store/src', 'web-store/public', 'web-store/build', 'web-store/build.ts', 'web-store/vite.config.ts'],
  ...['web-store/languages', 'web-store/index.html', 'web-store/package.json', 'server/contract', 'package-lock.json'],
]

const marker = join(root, 'web-store/dist/.sources')

/** Builds the store (client and page renderer) when its sources changed since the last build; answers an exit code. */
export async function buildStore({ always = false } = {}) {
  if (!existsSync(join(root, 'web-store/build.ts'))) return 0
  mkdirSync(join(root, '.cache'), { recursive: true })
  return withLock(join(root, '.cache/build.lock'), () => buildNow(always), 10 * 60_000)
}

async function buildNow(always) {
  const before = fingerprint()
  if (!always && existsSync(marker) && readFileSync(marker, 'utf8') === before) return 0
  console.log('Building the store (once, and again when its sources change) …')
  const began = Date.now()
  const code = await runNode(['web-store/build.ts'], { tool: true })
  if (code !== 0) {
    console.error('The store could not be built; the reason stands above.')
    return code
  }
  writeFileSync(marker, before)
  console.log(`Built the store in ${Math.round((Date.now() - began) / 1000)} s.`)
  return 0
}

function fingerprint() {
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
