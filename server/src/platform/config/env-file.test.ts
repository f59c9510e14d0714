import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readEnvFile } from './env-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'skillhaat-env-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Reads the file in a process of a user who may not read it: root may read everything. */
function readAsNobody(file: string): string {
  const module = join(import.meta.dirname, 'env-file.ts')
  const drop = 'if (process.getuid?.() === 0) process.setuid(65534)'
  const code = `const { readEnvFile } = await import(${JSON.stringify(module)}); ${drop}
    try { readEnvFile(${JSON.stringify(file)}) } catch (error) { console.log(error.problems[0]) }`
  return spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }).stdout.trim()
}

test('a file that the user may not read is not called missing, and the sentence has the command', () => {
  const file = join(folder, 'closed')
  writeFileSync(file, 'PORT=1', { mode: 0o600 })
  chmodSync(folder, 0o755)
  if (process.getuid?.() !== 0) chmodSync(file, 0)
  expect(readAsNobody(file)).toMatch(/^`\.env` exists but (\S+) may not read it: chown \1 \/\S+closed$/)
})

test('a folder in its place, which a container makes of a missing file, is named as one', () => {
  mkdirSync(join(folder, 'in-its-place'))
  expect(() => readEnvFile(join(folder, 'in-its-place'))).toThrow('in-its-place is a folder: remove it')
})

test('an absent file has no settings', () => {
  expect(readEnvFile(join(folder, 'absent'))).toEqual({})
})

test('a password with # and without quotes reaches the check in full', () => {
  const file = join(folder, 'settings')
  writeFileSync(file, 'DATABASE_URL=postgres://a:p/w#rd@db/x # shop\nMAIL_FROM=here#note\nSMTP_URL="smtp://a#b@c"')
  expect(readEnvFile(file)).toEqual({
    DATABASE_URL: 'postgres://a:p/w#rd@db/x',
    MAIL_FROM: 'here',
    SMTP_URL: 'smtp://a#b@c',
  })
})
