import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrationProblems } from './check.mjs'

let folder
const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder })
const write = (name, text = 'a') => writeFileSync(join(folder, 'migrations', name), text)
const commit = (...names) => {
  for (const name of names) write(name)
  git('add', '.')
  git('commit', '-qm', 'a')
}
const [first, between, second, third] = ['1', '2', '3', '4'].map((day) => `2026010${day}000000_users.ts`)
const early = `migrations/${between} would run before migrations/${second}, which has landed: use a later stamp`
const edited = expect.stringContaining(`migrations/${first} has landed and never changes`)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skillhaat-landed-'))
  mkdirSync(join(folder, 'migrations'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('no problem is reported without git, without a commit, or in a fresh clone', () => {
  write(first)
  expect(migrationProblems(folder)).toEqual([])
  git('init', '-q')
  expect(migrationProblems(folder)).toEqual([])
  commit(second)
  expect(migrationProblems(folder)).toEqual([])
})

test('a migration of the last commit never changes, and a new one needs a later stamp', () => {
  git('init', '-q')
  commit(first, second)
  write(third)
  expect(migrationProblems(folder)).toEqual([])
  write(between)
  expect(migrationProblems(folder)).toEqual([early])
  write(first, 'b')
  expect(migrationProblems(folder)).toEqual([edited, early])
  rmSync(join(folder, 'migrations', first))
  expect(migrationProblems(folder)).toEqual([edited, early])
})

test('the comments of a landed migration may change, its statements may not', () => {
  git('init', '-q')
  commit(first)
  write(first, '/** Makes users. */\na // not this one\n')
  expect(migrationProblems(folder)).toEqual([edited])
  write(first, '/** Makes users. */\n// In one step.\na')
  expect(migrationProblems(folder)).toEqual([])
})

test('an unpushed migration may still change, and one that others pushed meanwhile has landed', () => {
  git('init', '-q')
  commit(first)
  git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  commit(between)
  write(between, 'b')
  expect(migrationProblems(folder)).toEqual([])
  git('stash', '-q')
  git('checkout', '-q', '--detach', 'origin/main')
  commit(second)
  git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  git('checkout', '-q', '-')
  expect(migrationProblems(folder)).toEqual([early])
})

test('a baseline takes the place of the steps that it folds, and of no other', () => {
  git('init', '-q')
  commit(first, second)
  for (const name of [first, second]) rmSync(join(folder, 'migrations', name))
  write('20260102000001_baseline.ts')
  mkdirSync(join(folder, 'server/src/platform/db'), { recursive: true })
  writeFileSync(join(folder, 'server/src/platform/db/folded-steps.ts'), `['${first.replace('.ts', '')}']`)
  expect(migrationProblems(folder)).toEqual([expect.stringContaining(`migrations/${second} has landed`)])
})
