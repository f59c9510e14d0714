import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Context } from '../src/context.ts'
import { createJobs } from '../src/serve/jobs/index.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { compileCache, usualArgs } from './program.ts'
import { isPlainRun } from './scope.ts'

/** Runs the program as a separate process: how it starts, refuses to start, and stops. */

let database: TestDatabase
let dataDir: string
const children: ChildProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'skillhaat process '))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

function start(env: Record<string, string> = {}) {
  const { PATH } = process.env
  const usual = { PATH, NODE_COMPILE_CACHE: compileCache, PORT: '0', SEED: 'none' }
  const child = spawn(process.execPath, usualArgs, {
    env: { ...usual, DATA_DIR: dataDir, DATABASE_URL: database.url, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  children.push(child)
  let output = ''
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const lines = createInterface({ input: child.stdout ?? Readable.from([]) })
  const listening = new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      output += `${line}\n`
      const entry = JSON.parse(line)
      if (entry.msg === 'listening') resolve(entry.url)
    })
    child.once('exit', () => reject(new Error(`ended early: ${output}`)))
  })
  listening.catch(() => {})
  return { child, listening, output: () => output, ended: once(child, 'exit') }
}

test('the program prints its address, answers, and exits with 0 on SIGTERM', async () => {
  const program = start()
  const url = await program.listening
  expect((await fetch(`${url}/api/ready`)).status).toBe(200)
  program.child.kill('SIGTERM')
  expect(await program.ended).toEqual([0, null])
  await expect(fetch(`${url}/api/health`)).rejects.toThrow()
})

test('the program stops as cleanly when its launcher ends, as with every service stop, and logs no crash', async () => {
  const program = start()
  await program.listening
  program.child.disconnect()
  expect(await program.ended).toEqual([0, null])
  expect(program.output()).toContain('"reason":"told so by the process that started us, or that one is gone"')
})

test.skipIf(isPlainRun)(
  'behind a proxy the program keeps answering until the proxy notices the stop, and logs so',
  async () => {
    const program = start({ TRUST_PROXY: '1' })
    const url = await program.listening
    program.child.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${url}/api/ready`)).status).toBe(503)
    const answer = await fetch(`${url}/api/go/courses`)
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    expect(await program.ended).toEqual([0, null])
  },
)

test.skipIf(isPlainRun)('three instances start at once on one empty database', async () => {
  const empty = await createTestDatabase({ empty: true })
  try {
    const programs = [1, 2, 3].map(() => start({ DATABASE_URL: empty.url }))
    const urls = await Promise.all(programs.map((program) => program.listening))
    const answers = await Promise.all(urls.map((url) => fetch(`${url}/api/ready`)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect(await empty.db('admins').count({ admins: '*' })).toEqual([{ admins: 1 }])
    // The build of the server holds every job of the sources.
    const queues = await empty.db('pgboss.queue').pluck('name')
    expect(queues).toEqual(expect.arrayContaining(createJobs({} as Context).map(({ name }) => name)))
    for (const program of programs) program.child.kill('SIGTERM')
    await Promise.all(programs.map((program) => program.ended))
  } finally {
    await empty.drop()
  }
})

test('a busy port is reported in a sentence, without a stack', async () => {
  const busy = createServer().listen(0, '127.0.0.1')
  await once(busy, 'listening')
  const { port } = busy.address() as AddressInfo
  const program = start({ PORT: String(port) })
  expect(await program.ended).toEqual([1, null])
  expect(program.output()).toContain(`Port ${port} is in use`)
  expect(program.output()).not.toMatch(/\n\s+at |"stack"/)
  busy.close()
})

test.each([
  [
    'a database that is away',
    { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x?connect_timeout=1' },
    'The database cannot be reached: ',
  ],
  ['a HOST of another machine', { HOST: '203.0.113.7' }, 'HOST: 203.0.113.7 is no address of this machine'],
  ['a HOST that nobody knows', { HOST: 'no-such-host.invalid' }, 'HOST: no-such-host.invalid is no address of'],
])('%s is reported in a sentence, without a stack', async (_, settings, sentence) => {
  const program = start(settings)
  expect(await program.ended).toEqual([1, null])
  expect(program.output()).toContain(`"msg":"${sentence}`)
  expect(program.output()).not.toContain('"stack"')
})

test.skipIf(isPlainRun)('an unreachable database is reported in a sentence, without a stack', async () => {
  const missing = new URL(database.url)
  missing.pathname = '/no_such_shop'
  const program = start({ DATABASE_URL: missing.href })
  expect(await program.ended).toEqual([1, null])
  expect(program.output()).toContain('no_such_shop')
  expect(program.output()).not.toContain('"stack"')
})

test.skipIf(isPlainRun)('wrong settings end the start with a list of every problem', async () => {
  const program = start({ NODE_ENV: 'production', SESSION_SECRET: 'short', ENCRYPTION_KEY: '' })
  expect(await program.ended).toEqual([1, null])
  for (const name of ['SESSION_SECRET', 'ENCRYPTION_KEY', 'STORE_URL']) expect(program.output()).toContain(name)
})

test('production has no sandbox and no demo login, and sells nothing without keys', async () => {
  const strong = (letter: string) => `${letter}7f3-Qz!${letter}`.repeat(5)
  const program = start({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    SESSION_SECRET: strong('a'),
    ENCRYPTION_KEY: strong('b'),
    STORE_URL: 'https://shop.example',
  })
  const url = await program.listening
  expect((await fetch(`${url}/sandbox/razorpay/v1/payment_links`)).status).toBe(404)
  expect((await fetch(`${url}/sandbox/mail`)).status).toBe(404)
  expect((await fetch(url)).headers.get('strict-transport-security')).toBe('max-age=31536000')
  expect(program.output()).not.toMatch(/password/i)
})
