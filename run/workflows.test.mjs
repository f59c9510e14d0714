import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './children.mjs'
import { stagesOf } from './test.mjs'

const folder = join(root, '.github/workflows')
const workflows = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

test('every action of a workflow is pinned to a commit and names its version', () => {
  const used = workflows.flatMap(({ name, text }) =>
    [...text.matchAll(/uses: (.*)/g)].map(([, action = '']) => `${name}: ${action}`),
  )
  expect(used.length).toBeGreaterThan(0)
  expect(used.filter((one) => !/: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(one))).toEqual([])
})

test('a workflow may only read, unless a job states which right it needs and why', () => {
  for (const { name, text } of workflows) {
    expect([name, /^permissions:\n {2}contents: read\n\S/m.test(text)]).toEqual([name, true])
    expect([name, /pull_request_target|permissions: write-all/.test(text)]).toEqual([name, false])
  }
})

test("every push runs the stages of npm test, with a developer's commands", () => {
  const { text = '' } = workflows.find(({ name }) => name === 'ci.yml') ?? {}
  const [, named = ''] = /stage: \[(.*)\]/.exec(text) ?? []
  const commands = [...text.matchAll(/run: (.*)/g)].map(([, command]) => command.replace(/\$\{\{.*/, 'STAGE'))
  // The last command runs on an old Node, in a folder whose name has a space and Devanagari letters.
  expect(commands).toEqual(['npm run check', 'npm test -- STAGE', 'npm test -- unit'])
  expect(text).toMatch(/path: skill haat दुकान\n(.*\n){1,6}.*node-version: 20\n/)
  const inStages = named.split(', ').flatMap((scope) => stagesOf(scope) ?? [])
  expect(['Static checks', ...inStages.map(({ name }) => name)]).toEqual(stagesOf('plain').map(({ name }) => name))
})

test('the tests that a push leaves out run every night and before a release', () => {
  for (const name of ['nightly.yml', 'release.yml'])
    expect(workflows.find((one) => one.name === name)?.text, name).toContain('- run: npm test -- all\n')
})

test('a release has a bill of materials, hashes and a signed attestation of its build', () => {
  const { text = '' } = workflows.find(({ name }) => name === 'release.yml') ?? {}
  for (const part of ['npm sbom', 'sha256sum', 'attest-build-provenance@', 'subject-path: release/*']) {
    expect(text).toContain(part)
  }
})
