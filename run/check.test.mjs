import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cutDayProblems, lockfileProblems, spreadProblems } from './check.mjs'

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const npmrc = readFileSync('.npmrc', 'utf8')

const problemsWith = (folder, change) => {
  const packages = { ...lockfile.packages, [folder]: { ...lockfile.packages[folder], ...change } }
  return lockfileProblems({ packages }, manifest, npmrc)
}

test('the lockfile follows the policy', () => {
  expect(lockfileProblems(lockfile, manifest, npmrc)).toEqual([])
})

test.each([
  ['names a host', { resolved: 'https://registry.example/knex.tgz' }, 'has a fixed source'],
  ['comes from git', { resolved: 'git+ssh://git@example.com/knex.git#abc' }, 'has a fixed source'],
  ['has no hash', { integrity: undefined }, 'has no sha512 hash'],
  ['has a weak hash', { integrity: 'sha1-abc' }, 'has no sha512 hash'],
  ['has a range for a version', { version: '^3.0.0' }, 'has no plain version'],
  ['runs a script that nobody denied', { hasInstallScript: true }, 'install script is not denied'],
])('a package that %s breaks the policy', (_, change, problem) => {
  expect(problemsWith('node_modules/knex', change)).toEqual([expect.stringContaining(problem)])
})

test('versions with known vulnerabilities, allowed scripts and old Node versions break the policy', () => {
  expect(problemsWith('node_modules/multer', { version: '2.0.9' })).toEqual([expect.stringContaining('at least 2.1')])
  expect(problemsWith('node_modules/sharp', { version: '0.34.9' })).toEqual([expect.stringContaining('at least 0.35')])
  expect(lockfileProblems(lockfile, manifest, 'fund=false')).toEqual([expect.stringContaining('ignore-scripts')])
  const old = { ...manifest, engines: { node: '>=20' } }
  expect(lockfileProblems(lockfile, old, npmrc)).toEqual([expect.stringContaining('Node 22')])
})

test('a spread literal breaks the check, a spread name or condition does not', () => {
  const dots = '...'
  const text = {
    'a.ts': `const a = { ${dots}{ name, begun }, x }`,
    'b.tsx': `<A {${dots}{\n  lesson: 1,\n}} />`,
    'c.ts': `const c = { ${dots}(x ? { name } : {}), ${dots}rest }`,
    'd.md': `${dots}{ name }`,
  }
  expect(spreadProblems(Object.keys(text), (file) => text[file])).toEqual([
    expect.stringMatching(/^a\.ts spreads /),
    expect.stringMatching(/^b\.tsx spreads /),
  ])
})

test('a day cut out of an instant breaks the check, a slice of other text does not', () => {
  const text = {
    'server/src/a.ts': 'const day = charge_at.slice(0, 10)',
    'web-store/src/b.tsx': '<b>{data?.made_at?.slice(0, 10)}</b>',
    'server/contract/c.ts': 'new Date(at).toISOString().slice(0, 10)',
    'server/src/d.ts': 'text.slice(0, 10); format.slice(0, 10); indianTime(at).slice(0, 19)',
    'server/src/e.test.ts': 'made_at.slice(0, 10)',
  }
  expect(cutDayProblems(Object.keys(text), (file) => text[file])).toEqual([
    expect.stringMatching(/^server\/src\/a\.ts .*charge_at/),
    expect.stringMatching(/^web-store\/src\/b\.tsx .*made_at/),
    expect.stringMatching(/^server\/contract\/c\.ts .*toISOString/),
  ])
})
