import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'skillhaat-commands-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

function run(command: string, ...args: string[]) {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR,
    DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x',
    ADMIN_PASSWORD: 'Tara-mandi-41',
  }
  const file = join(import.meta.dirname, `${command}.ts`)
  const { status, stderr } = spawnSync(process.execPath, [file, ...args], { env, encoding: 'utf8' })
  return { status, stderr }
}

test.each([['migrate'], ['seed'], ['activity-verify'], ['admin-create', 'owner@example.in']])(
  '%s says in a sentence that the database is away',
  (command, ...args) => {
    expect(run(command, ...args)).toEqual({
      status: 1,
      stderr: 'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1.\n',
    })
  },
)

test.each([['--down'], ['--down=-1'], ['--up']])('migrate %s says how it is used, without a stack', (...args) => {
  expect(run('migrate', ...args)).toEqual({ status: 1, stderr: 'Usage: npm run migrate [-- --down N]\n' })
})

test.each([
  ['backup', '--help', 'Usage: npm run backup -- FILE (or a folder)\n'],
  ['seed', '--help', 'Usage: npm run seed\n'],
])('%s %s says how it is used, and writes nothing', (command, option, stderr) => {
  expect(run(command, option)).toEqual({ status: 1, stderr })
})
