// Runs before a release: starts each command of the operator as its own program.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { readConfig, VERSION } from '../../config.ts'
import { sealGatewaySecret } from '../../platform/payments/keys.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'skillhaat-commands-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

function run(command: string, ...args: string[]) {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR,
    DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x?connect_timeout=1',
    ADMIN_PASSWORD: 'Tara-mandi-41',
  }
  const file = join(import.meta.dirname, `${command}.ts`)
  const { status, stderr } = spawnSync(process.execPath, [file, ...args], { env, encoding: 'utf8' })
  return { status, stderr }
}

test.each([
  ['migrate', 'migrate'],
  ['seed', 'seed'],
  ['activity-verify', 'activity:verify'],
  ['secrets-seal', 'secrets:seal'],
  ['admin-create', 'admin:create', 'owner@example.in'],
  ['backup', 'backup', 'shop.tar'],
  ['move-out', 'move-out', 'shop.zip'],
])(
  '%s names version and database, waits for it, and reports in a sentence that it is away',
  (command, name, ...args) => {
    expect(run(command, ...args)).toEqual({
      status: 1,
      stderr:
        `SkillHaat ${VERSION}, ${name}: database 127.0.0.1:1/x\n` +
        'Waiting for the database at 127.0.0.1:1/x (1 s at most) …\n' +
        'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1.\n',
    })
  },
)

async function runWith(env: Record<string, string>, command: string, ...args: string[]) {
  const file = join(import.meta.dirname, `${command}.ts`)
  const child = spawn(process.execPath, [file, ...args], { env: { PATH: process.env.PATH, DATA_DIR, ...env } })
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { status, stdout, stderr }
}

test('mail:test prints the answer of the mail server, and ends with 1 and its words for a refusal', async () => {
  let login: string | undefined
  const mail = await startMailServer({ login: () => login })
  const send = () => runWith({ SMTP_URL: mail.url }, 'mail-test', 'owner@example.in')
  expect(await send()).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(/^250 /) })
  expect(mail.accepted.join()).toContain('Subject: Test email')
  login = '535 5.7.8 s3cret/pass is wrong'
  expect(await send()).toEqual({ status: 1, stdout: '', stderr: '535 5.7.8 [hidden] is wrong\n' })
  await mail.close()
})

test('secrets:seal takes the first key for every secret, and ends with 1 while an older one is still needed', async () => {
  const { db, url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const [former, current] = ['f'.repeat(32), 'c'.repeat(32)]
  const { encryptionKeys } = readConfig({ NODE_ENV: 'test', DATA_DIR, ENCRYPTION_KEY: former })
  await db('gateway_config').insert({
    provider: 'razorpay',
    api_key: 'rzp_live_1',
    api_secret_sealed: sealGatewaySecret('api_secret', 'secret', encryptionKeys),
    verified_at: new Date(),
  })
  const seal = (keys: string) => runWith({ DATABASE_URL: url, ENCRYPTION_KEY: keys }, 'secrets-seal')
  const alone = await seal(current)
  expect([alone.status, alone.stdout]).toEqual([
    1,
    'Sealed with the first ENCRYPTION_KEY: 0. Sealed with a key that is not set: 1.\n',
  ])
  expect(alone.stderr).toContain('Set the missing key behind the first one')
  expect(await seal(`${current},${former}`)).toMatchObject({
    status: 0,
    stdout:
      'Sealed with the first ENCRYPTION_KEY: 1. Sealed with a key that is not set: 0.\nNo older key is needed now.\n',
  })
  expect((await seal(current)).status).toBe(0)
})

test.each([['--down'], ['--down=-1'], ['--up']])('migrate %s says how it is used, without a stack', (...args) => {
  expect(run('migrate', ...args)).toEqual({ status: 1, stderr: 'Usage: npm run migrate -- [--down N]\n' })
})

test.each([
  [
    'backup',
    '--help',
    'Usage: npm run backup -- FOLDER --keep N [--no-media], bucket: --keep N, or FILE for one file with everything\n',
  ],
  ['move-out', '--help', 'Usage: npm run move-out -- FILE.zip\n'],
  ['seed', '--help', 'Usage: npm run seed\n'],
  ['mail-test', 'nobody', 'Usage: npm run mail:test -- ADDRESS\n'],
])('%s %s says how it is used, and writes nothing', (command, option, stderr) => {
  expect(run(command, option)).toEqual({ status: 1, stderr })
})
