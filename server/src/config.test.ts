import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'skillhaat-config-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const strong = (letter: string) => `${letter}7f3-Qz!${letter}`.repeat(5)
const production = {
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
  STORE_URL: 'https://shop.example/',
  SESSION_SECRET: strong('a'),
  ENCRYPTION_KEY: strong('b'),
}

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test('every problem is reported at once', () => {
  const problems = problemsOf({
    DATA_DIR: dataDir,
    PORT: '99999',
    STORE_URL: 'ftp://x',
    DATABASE_URL: 'mysql://x',
    RAZORPAY_KEY_ID: 'only-one',
  })
  for (const name of ['PORT', 'STORE_URL', 'DATABASE_URL', 'RAZORPAY_KEY_ID']) {
    expect(problems.some((problem) => problem.startsWith(name))).toBe(true)
  }
})

test.each([
  ['https://media.example.in/', []],
  ['http://media.example.in', ['MEDIA_CDN_URL: must be an https address']],
  ['https://media.example.in/files', ['MEDIA_CDN_URL: must be an address without a path']],
])('public files are fetched from %s: %j', (MEDIA_CDN_URL, problems) => {
  expect(problemsOf({ DATA_DIR: dataDir, MEDIA_CDN_URL })).toEqual(problems)
})

test.each(['https://shop.example/store', 'https://shop.example/?a', 'https://me:secret@shop.example'])(
  'a shop cannot have the address %s',
  (STORE_URL) =>
    expect(problemsOf({ ...production, STORE_URL })).toEqual([
      expect.stringMatching(/^STORE_URL: must be an address without a path/),
    ]),
)

test('production starts with real secrets', () => {
  expect(problemsOf(production)).toEqual([])
  const config = readConfig(production)
  expect(config).toMatchObject({ host: '0.0.0.0', storeUrl: 'https://shop.example', seed: 'none' })
  expect(config.sandbox).toBeUndefined()
  expect(config.mailFrom).toBe('no-reply@shop.example')
  const mail = { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'Skill Shop <shop@y.in>' }
  expect(problemsOf({ ...production, ...mail })).toEqual([])
  expect(config.demoPassword).toBeUndefined()
})

test.each([undefined, 'http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
  'emails of a shop at %s are sent from example.com',
  (STORE_URL) => {
    expect(readConfig({ DATA_DIR: dataDir, ...(STORE_URL ? { STORE_URL } : {}) }).mailFrom).toBe('no-reply@example.com')
  },
)

test.each([
  ['no session secret', { SESSION_SECRET: '' }, 'SESSION_SECRET'],
  ['a short one', { SESSION_SECRET: 'short' }, 'SESSION_SECRET'],
  ['a well-known one', { ENCRYPTION_KEY: 'change-me-change-me-change-me-change-me' }, 'ENCRYPTION_KEY'],
  ['one letter over and over', { ENCRYPTION_KEY: 'a'.repeat(40) }, 'ENCRYPTION_KEY'],
  ['one key for both', { ENCRYPTION_KEY: strong('a') }, 'ENCRYPTION_KEY'],
  ['no public address', { STORE_URL: '' }, 'STORE_URL'],
  ['a default admin password', { ADMIN_EMAIL: 'a@b.co', ADMIN_PASSWORD: 'admin1234' }, 'ADMIN_PASSWORD'],
  ['a sender that is no address', { MAIL_FROM: 'Skill Shop' }, 'MAIL_FROM'],
  ['a sender of two lines', { MAIL_FROM: 'Shop\nBcc: x@y.in <shop@y.in>' }, 'MAIL_FROM'],
  ['demo data', { SEED: 'demo' }, 'SEED'],
  ['no rate limits', { RATE_LIMITS: 'off' }, 'RATE_LIMITS'],
  ['a short key of backups', { BACKUP_KEY: `${strong('c')},short` }, 'BACKUP_KEY'],
  ['one key for backups and secrets', { BACKUP_KEY: strong('b') }, 'BACKUP_KEY'],
  ['a sandbox', { SANDBOX_ACCESS: 'everyone' }, 'SANDBOX_ACCESS'],
  ['a failpoint', { FAILPOINT: 'buy:after-order' }, 'FAILPOINT'],
])('production refuses %s', (_name, change, setting) => {
  expect(problemsOf({ ...production, ...change }).some((problem) => problem.startsWith(setting))).toBe(true)
})

test.each(['https://shop.example', 'https://shop.example.in/', 'http://shop.example', 'https://203.0.113.7'])(
  'a demo does not start at %s, and names both solutions',
  (STORE_URL) => {
    for (const NODE_ENV of ['', 'development', 'test']) {
      const [problem, ...more] = problemsOf({ DATA_DIR: dataDir, STORE_URL, NODE_ENV })
      expect(more).toEqual([])
      expect(problem).toMatch(/^STORE_URL: .*NODE_ENV=production.*SANDBOX_ACCESS=everyone/)
    }
    expect(problemsOf({ DATA_DIR: dataDir, STORE_URL, SANDBOX_ACCESS: 'everyone' })).toEqual([])
  },
)

test.each([
  'https://localhost:3000',
  'http://[::1]:3000',
  'https://192.168.1.20',
  'http://shop.local',
  'http://shop:3000',
])('a demo starts at %s', (STORE_URL) => expect(problemsOf({ DATA_DIR: dataDir, STORE_URL })).toEqual([]))

test.each([
  [{ EDGE: 'fastly' }, /^EDGE_ID and EDGE_TOKEN: .*fastly/],
  [{ EDGE: 'cloudflare', EDGE_ID: 'zone' }, /^EDGE_ID and EDGE_TOKEN/],
  [{ EDGE: 'varnish' }, /^EDGE_ADDRESSES: is required/],
  [{ EDGE: 'varnish', EDGE_ADDRESSES: 'varnish.internal' }, /^EDGE_ADDRESSES: must be/],
  [{ EDGE: 'akamai' }, /^EDGE: /],
  [{ EDGE: 'fastly', EDGE_ID: '../other', EDGE_TOKEN: 'x' }, /^EDGE_ID: /],
])('a CDN that could not receive purges is refused: %j', (change, problem) => {
  expect(problemsOf({ DATA_DIR: dataDir, ...change })).toEqual([expect.stringMatching(problem)])
})

test('secrets are generated once, readable only by their owner, with a separate key per audience', () => {
  const first = readConfig({ DATA_DIR: dataDir })
  const second = readConfig({ DATA_DIR: dataDir })
  expect(second.sessionKeys).toEqual(first.sessionKeys)
  expect(first.sessionKeys.user).not.toEqual(first.sessionKeys.admin)
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
})

test('an unwritable data folder is reported as a problem of the settings', () => {
  const inFile = join(import.meta.dirname, 'config.ts', 'data')
  expect(problemsOf({ DATA_DIR: inFile })).toEqual([expect.stringMatching(/^DATA_DIR: cannot be written \(ENOTDIR/)])
})

test.each([
  ['p@ss/w#rd', '@ / #', '%40 for @, %2F for /, %23 for #'],
  ['12/rest', '/', '%2F for /'],
  ['half?rest', '?', '%3F for ?'],
  ['half#rest', '#', '%23 for #'],
])(
  'a password with unescaped characters (%s) gets its own sentence, which does not repeat it',
  (secret, characters, codes) => {
    for (const [name, address] of [
      ['DATABASE_URL', `postgres://skillhaat:${secret}@db.internal:5432/skillhaat`],
      ['DATABASE_DIRECT_URL', `postgres://skillhaat:${secret}@db.internal:5432/skillhaat`],
      ['DATABASE_REPLICA_URL', `postgres://skillhaat:${secret}@db.internal/skillhaat`],
      ['SMTP_URL', `smtps://shop:${secret}@mail.example.in`],
    ] as const) {
      expect(problemsOf({ DATA_DIR: dataDir, [name]: address })).toEqual([
        `${name}: its password has ${characters} in it: write ${codes}`,
      ])
    }
  },
)

test.each([
  'postgres://skillhaat:p%40ss%2Fw%23rd@db:5432/skillhaat',
  'postgres://skillhaat:p@ss@db:5432/skillhaat',
  'postgres://db/skillhaat?user=me@server',
  'postgres:///skillhaat?host=/var/run/postgresql',
  'postgres://me@%2Fvar%2Frun%2Fpostgresql/skillhaat',
])('the database address %s is accepted', (DATABASE_URL) => {
  expect(problemsOf({ DATA_DIR: dataDir, DATABASE_URL })).toEqual([])
})

test.each([
  ['postgres://a:b@127.0.0.1/x', []],
  ['postgres://a:b@db/x', []],
  ['postgres:///x?host=/var/run/postgresql', []],
  [
    'postgres://a:b@10.0.0.7/x',
    [/^DATABASE_URL: the way to 10\.0\.0\.7 is not encrypted.*sslmode=verify-full&sslrootcert=FILE/],
  ],
  ['postgres://a:b@10.0.0.7/x?sslmode=disable', []],
  ['postgres://a:b@10.0.0.7/x?sslmode=verify-full', []],
  ['postgres://a:b@10.0.0.7/x?uselibpqcompat=true&sslmode=require', []],
  ['postgres://a:b@10.0.0.7/x?sslmode=require', [/^DATABASE_URL: sslmode=require checks .* like verify-full/]],
  ['postgres://a:b@10.0.0.7/x?sslmode=no-verify', [/^DATABASE_URL: sslmode=no-verify encrypts, but/]],
])('the way to the database at %s has the warnings %j', (DATABASE_URL, warnings) => {
  expect(readConfig({ DATA_DIR: dataDir, DATABASE_URL }).warnings).toEqual(
    warnings.map((warning) => expect.stringMatching(warning)),
  )
})

test('sslmode=require is passed on as the mode that it means, of which pg does not warn', () => {
  const DATABASE_URL = 'postgres://a:b@db.internal/x?connect_timeout=3&sslmode=require'
  expect(readConfig({ DATA_DIR: dataDir, DATABASE_URL }).databaseUrl).toBe(
    'postgres://a:b@db.internal/x?connect_timeout=3&sslmode=verify-full',
  )
})

test.each([
  ['sslmode=on', /^DATABASE_URL: sslmode is one of disable, /],
  ['sslmode=verify-full&sslrootcert=/no/ca.pem', /^DATABASE_URL: sslrootcert cannot be read \(ENOENT/],
])('a database address with %s is refused', (query, problem) => {
  expect(problemsOf({ DATA_DIR: dataDir, DATABASE_URL: `postgres://a:b@db/x?${query}` })).toEqual([
    expect.stringMatching(problem),
  ])
})
