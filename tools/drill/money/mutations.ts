import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Mutation } from './mutation.ts'
import { mutations } from './mutations-list.ts'
import type { Random } from './random.ts'

type Run = { file: string; name: string; status: string }
/** Vitest's report, as far as it is read. */
type Report = { testResults?: { name: string; assertionResults: { fullName: string; status: string }[] }[] }
export type MutationResult = { mutation: Mutation; caught: boolean; why: string }

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Files that the tests of the server need. Faults are planted in the copy only. */
const copied = [
  'run',
  'server',
  'tools',
  'migrations',
  'web-store',
  'docs/runbook.md',
  'package.json',
  'vitest.config.ts',
  'tsconfig.base.json',
]

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
 * Plants `runs` faults of the list in copies of the sources, the `from`-th of the draw first, and runs the test that must
 * catch each. The tests run once without a fault before: a red one proves nothing. Each lane has its own copy.
 */
export async function drillMutations(options: {
  serverUrl: string
  runs: number
  random: Random
  from?: number
  lanes?: number
  onResult?: (result: MutationResult) => void
}): Promise<MutationResult[]> {
  const { serverUrl, runs, random, from = 0, lanes = 1, onResult } = options
  const drawn = mutations
    .map((mutation) => ({ mutation, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(from, from + runs)
    .map(({ mutation }) => mutation)
  const places = await Promise.all(Array.from({ length: lanes }, copySources))
  const results: MutationResult[] = []
  try {
    const sound: Run[] = []
    // A fault without a name counts every test of its file.
    for (const part of [drawn.filter(({ named }) => named), drawn.filter(({ named }) => !named)])
      if (part.length > 0) sound.push(...(await runTests(places[0] ?? '', serverUrl, part)))
    const left = [...drawn]
    const playLane = async (place: string) => {
      for (let mutation = left.shift(); mutation; mutation = left.shift()) {
        const result = { mutation, ...(await plant(place, serverUrl, mutation, sound)) }
        results.push(result)
        onResult?.(result)
      }
    }
    await Promise.all(places.map(playLane))
    return results
  } finally {
    await Promise.all(places.map((place) => rm(place, { recursive: true, force: true })))
  }
}

async function copySources(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'skillhaat-mutations-'))
  for (const name of copied) {
    await cp(join(root, name), join(place, name), {
      recursive: true,
      filter: (path) => !/node_modules|dist$/.test(path),
    })
  }
  await linkPackages(place)
  return place
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

async function plant(
  place: string,
  serverUrl: string,
  mutation: Mutation,
  sound: Run[],
): Promise<Omit<MutationResult, 'mutation'>> {
  const before = runsOf(sound, mutation)
  if (before.length === 0 || before.includes('failed'))
    return { caught: false, why: 'its test is not green without it' }
  const source = await read(place, mutation.file)
  await writeFile(
    join(place, mutation.file),
    source.replace(mutation.find, () => mutation.replace),
  )
  try {
    const caught = runsOf(await runTests(place, serverUrl, [mutation]), mutation).includes('failed')
    return { caught, why: caught ? '' : 'its test stayed green' }
  } finally {
    await writeFile(join(place, mutation.file), source)
  }
}

/** Returns how the tests of a fault ended. */
const runsOf = (runs: Run[], { test, named }: Mutation) =>
  runs.filter((run) => run.file.endsWith(`/${test}`) && run.name.includes(named)).map(({ status }) => status)

/** Runs the tests of these faults; those of a file that does not load are missing from the result. */
async function runTests(place: string, serverUrl: string, of: readonly Mutation[]): Promise<Run[]> {
  const report = join(place, 'report.json')
  await rm(report, { force: true })
  const vitest = join(place, 'node_modules/vitest/vitest.mjs')
  const files = [...new Set(of.map(({ test }) => test))]
  const names = of.map(({ named }) => named.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const child = spawn(
    process.execPath,
    [
      vitest,
      'run',
      '--root',
      place,
      '--project',
      'server',
      ...files,
      '-t',
      names.join('|'),
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    { cwd: place, stdio: 'ignore', env: { ...process.env, TEST_DATABASE_URL: serverUrl } },
  )
  await once(child, 'exit')
  const { testResults = [] } = JSON.parse(await readFile(report, 'utf8').catch(() => '{}')) as Report
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status }) => ({ file: name, name: fullName, status })),
  )
}

const read = (place: string, file: string) => readFile(join(place, file), 'utf8')
