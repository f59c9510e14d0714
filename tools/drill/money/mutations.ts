import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Mutation } from './mutation.ts'
import { mutations } from './mutations-list.ts'
import type { Random } from './random.ts'

export type MutationResult = { mutation: Mutation; caught: boolean; why: string }

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Files that the tests of the server need. Faults are planted in the copy only. */
const copied = ['server', 'tools', 'migrations', 'web-store', 'package.json', 'vitest.config.ts', 'tsconfig.base.json']

/** Lists entries whose text does not occur exactly once in their file, or whose test is gone. */
export async function findStale(): Promise<string[]> {
  const stale = await Promise.all(
    mutations.map(async ({ file, find, test, named }) => {
      const [source, tests] = await Promise.all([read(root, file), read(root, test)])
      if (source.split(find).length !== 2) return [`${file}: ${find}`]
      return tests.includes(named) ? [] : [`${test}: ${named}`]
    }),
  )
  return stale.flat()
}

/**
 * Plants `runs` faults of the list, one after the other, in a copy of the sources, and runs the test that must catch
 * each. Each test runs without the fault first: a red one proves nothing.
 */
export async function drillMutations(options: {
  serverUrl: string
  runs: number
  random: Random
  onResult?: (result: MutationResult) => void
}): Promise<MutationResult[]> {
  const { serverUrl, runs, random, onResult } = options
  const drawn = mutations
    .map((mutation) => ({ mutation, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, runs)
  const place = await mkdtemp(join(tmpdir(), 'skillhaat-mutations-'))
  const results: MutationResult[] = []
  try {
    for (const name of copied) {
      await cp(join(root, name), join(place, name), {
        recursive: true,
        filter: (path) => !/node_modules|dist$/.test(path),
      })
    }
    await linkPackages(place)
    for (const { mutation } of drawn) {
      const result = { mutation, ...(await plant(place, serverUrl, mutation)) }
      results.push(result)
      onResult?.(result)
    }
    return results
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** Links the installed packages, and our own ones from the copy: faults may be planted in them too. */
async function linkPackages(place: string): Promise<void> {
  const ours: Record<string, string> = { contract: 'server/contract', server: 'server', 'web-store': 'web-store' }
  await mkdir(join(place, 'node_modules'))
  for (const name of await readdir(join(root, 'node_modules'))) {
    const target = ours[name] ? join(place, ours[name]) : join(root, 'node_modules', name)
    await symlink(target, join(place, 'node_modules', name))
  }
}

async function plant(place: string, serverUrl: string, mutation: Mutation): Promise<Omit<MutationResult, 'mutation'>> {
  const sound = await runTest(place, serverUrl, mutation)
  if (sound.failed > 0 || sound.passed === 0) return { caught: false, why: 'its test is not green without it' }
  const source = await read(place, mutation.file)
  await writeFile(
    join(place, mutation.file),
    source.replace(mutation.find, () => mutation.replace),
  )
  try {
    const { failed } = await runTest(place, serverUrl, mutation)
    return { caught: failed > 0, why: failed > 0 ? '' : 'its test stayed green' }
  } finally {
    await writeFile(join(place, mutation.file), source)
  }
}

/** Counts passed and failed tests of this name; a file that does not load counts as neither. */
async function runTest(place: string, serverUrl: string, { test, named }: Mutation) {
  const report = join(place, 'report.json')
  await rm(report, { force: true })
  const vitest = join(place, 'node_modules/vitest/vitest.mjs')
  const only = named ? ['-t', named.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')] : []
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--root', place, '--project', 'server', test, ...only, '--reporter=json', `--outputFile=${report}`],
    { cwd: place, stdio: 'ignore', env: { ...process.env, TEST_DATABASE_URL: serverUrl } },
  )
  await once(child, 'exit')
  const { numPassedTests, numFailedTests } = JSON.parse(await readFile(report, 'utf8').catch(() => '{}'))
  return { passed: Number(numPassedTests ?? 0), failed: Number(numFailedTests ?? 0) }
}

const read = (place: string, file: string) => readFile(join(place, file), 'utf8')
