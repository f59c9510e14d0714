import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './children.mjs'
import { written as lists } from './lists.mjs'
import { nextStamp } from './new.mjs'
import { sourceFiles } from './sources.mjs'
import { copyOfTheHouse } from './without.mjs'

const now = new Date('2026-11-21T04:05:06.789Z')

test('a migration gets the current time as its stamp, or follows the newest one', () => {
  expect(nextStamp(['20261101000000_users.ts'], now)).toBe('20261121040506')
  expect(nextStamp(['20261101000000_a.ts', '20261209120000_b.ts'], now)).toBe('20261209120001')
})

/** The files that existed, by kind: at most two that somebody writes by hand. */
const registered = {
  student: ['server/contract/screens.ts', 'web-store/src/app/student-links.ts'],
  admin: [],
  public: ['server/contract/screens.ts'],
  'public,admin': ['server/contract/screens.ts'],
  'student,admin': ['server/contract/screens.ts', 'web-store/src/app/student-links.ts'],
}

// A plain run leaves it to a release: it runs the checks of a whole copy.
test.skipIf(process.env.TEST_PLAIN === '1')(
  'a new feature of each kind is registered by rows, and passes its checks',
  {
    timeout: 300_000,
  },
  () => {
    const copy = copyOfTheHouse()
    execFileSync('git', ['init', '-q'], { cwd: copy })
    /** Returns the program's output; throws if it fails. */
    const node = (...args) => execFileSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
    const files = []
    for (const [whom, rows] of Object.entries(registered)) {
      const args = JSON.stringify([
        'feature',
        `zoned-${whom.replace(',', '-')}-things`,
        '--for',
        whom,
        '--tier',
        'courses',
      ])
      const make = `process.exitCode = await (await import('./run/new.mjs')).makeNew(${args})`
      const printed = node('--input-type=module', '-e', make)
      const named = [...printed.matchAll(/^Wrote (.*)$/gm)].map(([, file]) => file)
      const written = named.filter((file) => !lists.includes(file))
      const changed = written.filter((file) => sourceFiles().includes(file))
      expect(changed).toEqual(rows)
      expect(written.length - changed.length).toBe({ public: 7, 'public,admin': 9, 'student,admin': 10 }[whom] ?? 8)
      expect(printed).toContain('Left: ')
      files.push(...named)
    }
    expect([node('run/imports.mjs'), node('run/table-owners.mjs')]).toEqual(['', ''])
    node('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...new Set(files))
    // Type checks take the longest; only the nightly run does them.
    if (process.env.TEST_ALL === '1') node('run.mjs', 'check')
    rmSync(copy, { recursive: true })
  },
)

test('a new feature needs no install, and an install never empties a linked folder of packages', () => {
  const copy = mkdtempSync(join(tmpdir(), 'skillhaat-new-'))
  for (const file of sourceFiles()) cpSync(join(root, file), join(copy, file))
  const others = mkdtempSync(join(tmpdir(), 'skillhaat-packages-'))
  mkdirSync(join(others, 'a-package'))
  symlinkSync(others, join(copy, 'node_modules'))
  const task = (...args) => spawnSync(process.execPath, ['run.mjs', ...args], { cwd: copy, encoding: 'utf8' })
  const made = task('new', 'feature', 'zoned-things')
  expect([made.status, made.stdout]).toEqual([0, expect.stringContaining('Left: npm run fix')])
  const checked = task('check')
  expect([checked.status, checked.stderr]).toEqual([1, expect.stringContaining('node_modules is a link to')])
  expect(readdirSync(others)).toEqual(['a-package'])
  for (const folder of [copy, others]) rmSync(folder, { recursive: true })
})
