import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailServer, type TestMailServer } from '../../../../test/mail-server.ts'
import { buildUser } from '../../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { VERSION } from '../../../config.ts'
import { allInvariants } from '../../../platform/features/features.ts'
import { walletIsItsEntries } from '../../../shop/users/users.invariants.ts'

let shop: TestServer
let mail: TestMailServer
let login: string | undefined
beforeAll(async () => {
  mail = await startMailServer({ login: () => login })
  shop = await startTestServer({ work: false })
})
afterAll(async () => {
  await shop.stop()
  await mail.close()
})

/** Runs the command beside the shop; returns its lines by name. */
async function doctor(env: Record<string, string> = {}, args: string[] = []) {
  const { dataDir, ctx } = shop
  const own = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, DATABASE_URL: ctx.config.databaseUrl ?? '' }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../doctor.ts'), ...args], {
    env: { ...own, STORE_URL: shop.url, SMTP_URL: mail.url, FFMPEG: 'off', ...env },
  })
  const [stdout, , [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const lines = stdout.trim().split('\n')
  const of = (name: string) => lines.filter((line) => line.slice(5).startsWith(`${name}: `)).join('\n')
  return { status, lines, of }
}

const production = () => ({
  NODE_ENV: 'production',
  SESSION_SECRET: randomBytes(32).toString('hex'),
  ENCRYPTION_KEY: randomBytes(32).toString('hex'),
})

test('doctor finds nothing to do beside a running demo', async () => {
  const { status, lines, of } = await doctor()
  expect([status, lines.filter((line) => line.startsWith('FAIL'))]).toEqual([0, []])
  const names = lines.map((line) => line.slice(5).split(':')[0])
  expect([...new Set(names)]).toEqual([
    'settings',
    'disk',
    'video',
    'database',
    'clock',
    'mail',
    'gateway',
    'webhook',
    'backup',
    'proxy',
    'versions',
  ])
  expect(of('database')).toMatch(/^ok {3}database: PostgreSQL \d+\S*, schema up to date$/m)
  expect(of('mail')).toMatch(/^ok {3}mail: 127\.0\.0\.1:\d+ accepts the login$/)
  expect(of('proxy')).toBe(`ok   proxy: ${shop.url} answers as version ${VERSION}`)
})

test('doctor ends with 1 and names what a production lacks, each with a next step', async () => {
  login = '535 5.7.8 s3cret/pass is wrong'
  const { db, ctx } = shop
  const ago = (days: number) => new Date(ctx.now().getTime() - days * 86_400_000)
  const backup = { started_at: ago(5), size_bytes: 1, place: '/b' }
  await db('backups').insert([
    { ...backup, finished_at: ago(5), ok: true, message: 'done' },
    { ...backup, finished_at: ago(1), ok: false, message: 'No space left on device' },
  ])
  chmodSync(shop.dataDir, 0o755)
  const { status, of, lines } = await doctor({
    ...production(),
    STORE_URL: 'https://127.0.0.1:1',
    FFMPEG: '/none/ffmpeg',
  })
  expect(status).toBe(1)
  expect(of('mail')).toBe('FAIL mail: 535 5.7.8 [hidden] is wrong')
  expect(of('gateway')).toMatch(/^FAIL gateway: no Razorpay keys are set/)
  expect(of('webhook')).toMatch(/^FAIL webhook: no webhook secret is set/)
  expect(of('backup')).toContain('FAIL backup: the last one failed: No space left on device.')
  expect(of('backup')).toContain('FAIL backup: the last good one is 5 days old.')
  expect(of('proxy')).toContain('Set TRUST_PROXY=1.')
  expect(of('proxy')).toContain('https://127.0.0.1:1 does not answer')
  expect(of('video')).toBe(
    'warn video: /none/ffmpeg is not installed, so videos play as they were uploaded. Run: apt install ffmpeg',
  )
  expect(of('disk')).toContain(`warn disk: other users of this machine can read ${shop.dataDir}.`)
  expect(lines.join()).not.toContain('s3cret')
  chmodSync(shop.dataDir, 0o700)
  login = undefined
})

test('doctor names a database that was sorted by other rules of its system', async () => {
  const { rows } = await shop.db.raw(
    "update pg_database set datcollversion = '1.0' where datname = current_database() returning datname",
  )
  expect((await doctor()).of('database')).toContain(`REINDEX DATABASE "${rows[0].datname}"`)
  await shop.db.raw(`alter database "${rows[0].datname}" refresh collation version`)
  expect((await doctor()).of('database')).not.toContain('REINDEX')
})

test('doctor names a gateway that refuses the keys, and one that cannot be reached', async () => {
  const keys = { RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_KEY_SECRET: 'wrong' }
  const at = (RAZORPAY_BASE_URL: string) => doctor({ ...production(), ...keys, RAZORPAY_BASE_URL })
  expect((await at(`${shop.url}/sandbox/razorpay`)).of('gateway')).toMatch(
    /^FAIL gateway: Razorpay refuses the keys of/,
  )
  expect((await at('http://127.0.0.1:1')).of('gateway')).toMatch(/^FAIL gateway: Razorpay cannot be reached/)
})

test('doctor lists each problem of the settings, and a database that is away', async () => {
  const wrong = await doctor({ NODE_ENV: 'production', METRICS_TOKEN: 'short' })
  expect(wrong.status).toBe(1)
  expect(wrong.of('settings')).toContain('FAIL settings: METRICS_TOKEN: must have at least 8 characters')
  const away = await doctor({ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x?connect_timeout=1' })
  expect([away.status, away.of('database')]).toEqual([
    1,
    'FAIL database: The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1.',
  ])
})

test('doctor prints a line for each invariant, at most ten ids below a broken one, and ends with 1', async () => {
  const asked = () => doctor({}, ['invariants'])
  const good = await asked()
  expect(good.status).toBe(0)
  expect(good.lines).toHaveLength(allInvariants.length)
  for (const line of good.lines) expect(line).toMatch(/^✓ .+\. \d+\.\d\d s$/)
  for (let one = 0; one < 12; one++) {
    const { id } = await buildUser(shop.db)
    await shop.db('users').where({ id }).update({ coins: 1 })
  }
  const { status, lines } = await asked()
  expect(status).toBe(1)
  expect(lines.filter((line) => line.startsWith('✗'))).toEqual([expect.stringContaining(walletIsItsEntries.sentence)])
  expect(lines.filter((line) => /^ {4}usr_\w+: 1 coins/.test(line))).toHaveLength(10)
  await shop.db('users').update({ coins: 0 })
  expect((await doctor({}, ['everything'])).status).toBe(1)
})
