import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { mediaKinds } from 'contract/media/kinds'
import pg from 'pg'
import flags from '../node-flags.json' with { type: 'json' }

/** The program as operators run it: a separate process, known only by its address. */
export type Program = {
  url: string
  pid: number
  /** Resolves when the process has ended in any way, and its database has ended its sessions and freed their locks. */
  ended: Promise<void>
  hasEnded(): boolean
  /** Returns its last log lines, for a message. */
  lastWords(): string
  /** Returns the number of its lines, and its exit code once it has ended. */
  lineCount(): number
  exitCode(): number | null
  /** Kills it without cleanup, and waits until it has ended. */
  kill(): Promise<void>
}

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** Arguments to run the program from its sources, without a build. */
export const sourceArgs = [...flags, file('../src/main.ts')]
/** Arguments of `npm start` after `npm run build`. */
export const builtArgs = [...flags, file('../dist/main.mjs')]
/** A full run has just built it (`run/test.mjs`): it starts in half the time. */
export const usualArgs = process.env.TEST_BUILT === '1' ? builtArgs : sourceArgs
export const compileCache = file('../../node_modules/.cache/compile')
const START_DEADLINE_MS = 180_000
const SESSIONS_DEADLINE_MS = 180_000
const KEPT_LINES = 60

// Variables that any process needs; no setting of the caller or of a `.env` may leak into a measured one.
const surroundings = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot']
const unset = [
  'NODE_ENV',
  'HOST',
  'STORE_URL',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'SESSION_SECRET',
  'ENCRYPTION_KEY',
  'SEED',
  'RAZORPAY_KEY_ID',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'RAZORPAY_BASE_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'FAILPOINT',
  'METRICS_TOKEN',
  'TRUST_PROXY',
  'FRAME_HOSTS',
  'MEDIA_CDN_URL',
  'LOG_LEVEL',
  ...Object.values(mediaKinds).flatMap(({ size }) => size.setting ?? []),
  'SANDBOX_ACCESS',
  'BACKUP_KEY',
  'SECURITY_CONTACT',
  'DATABASE_REPLICA_URL',
  'EDGE',
  'EDGE_ID',
  'EDGE_TOKEN',
  'EDGE_ADDRESSES',
]

/** Returns the environment of a program with only these `settings`. */
export function environmentOf(settings: Record<string, string>): Record<string, string> {
  const input = surroundings.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  const none = Object.fromEntries(unset.map((name) => [name, '']))
  // Measured buyers, and most journeys, pay by link.
  return { NODE_COMPILE_CACHE: compileCache, ...Object.fromEntries(input), ...none, PAY_PAGE: 'off', ...settings }
}

/** Starts the program with these settings and resolves once it listens; rejects with its output otherwise. */
export async function startProgram(settings: Record<string, string>, args = usualArgs): Promise<Program> {
  const sessions = nameSessions(settings, 'skillhaat')
  const child = spawn(process.execPath, args, {
    env: environmentOf(sessions.settings),
    // The IPC channel ends the program when this process ends.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  return answering(child, sessions.end)
}

/** Runs a command of `serve/commands` to its end; `output` is its output. Waits until its database has ended its sessions. */
export async function runCommand(name: string, args: readonly string[], settings: Record<string, string>) {
  const sessions = nameSessions(settings, 'command')
  const child = spawn(process.execPath, [resolve(file('../src/serve/commands'), name), ...args], {
    env: environmentOf(sessions.settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const [code, signal] = await once(child, 'close')
  await sessions.end()
  return { code, signal, output }
}

/**
 * Names the sessions of one process in the address of its database. `end` waits until PostgreSQL has ended them: a
 * killed process leaves statements, row locks and advisory locks for as long as the server does not notice. A pooler
 * has sessions of its own, which stay.
 */
function nameSessions(settings: Record<string, string>, prefix: 'skillhaat' | 'command') {
  const { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: direct } = settings
  if (!databaseUrl || direct) return { settings, end: async () => {} }
  const named = new URL(databaseUrl)
  const name = `${prefix}-${process.pid}-${++started}`
  named.searchParams.set('application_name', name)
  const end = async () => {
    const client = new pg.Client({ connectionString: databaseUrl })
    // A database that is away has no session left.
    if (!(await client.connect().then(yes, no))) return
    try {
      const deadline = Date.now() + SESSIONS_DEADLINE_MS
      const open = 'select from pg_stat_activity where application_name = $1'
      while ((await client.query(open, [name])).rowCount) {
        if (Date.now() > deadline) throw new Error('the database sessions of an ended program stay open')
        await sleep(25)
      }
    } finally {
      await client.end()
    }
  }
  return { settings: { ...settings, DATABASE_URL: named.href }, end }
}
let started = 0
const [yes, no] = [() => true, () => false]

/** Retries the start like an operator: a busy machine may get no database connection in time. */
export async function startPatiently(settings: Record<string, string>): Promise<Program> {
  for (let tries = 1; ; tries++) {
    try {
      return await startProgram(settings)
    } catch (error) {
      if (tries === 5) throw error
    }
  }
}

/** Resolves once a started program listens; rejects with its output otherwise. */
export async function answering(child: ChildProcess, sessionsEnd = async () => {}): Promise<Program> {
  const words: string[] = []
  let lines = 0
  const store = (line: string) => {
    lines++
    words.push(line)
    if (words.length > KEPT_LINES) words.shift()
  }
  const ended = once(child, 'exit').then(sessionsEnd)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const lastWords = () => words.join('\n')
  const kill = async () => {
    if (!hasEnded()) child.kill('SIGKILL')
    await ended
  }
  const listening = new Promise<string>((resolve) => {
    if (child.stderr) createInterface({ input: child.stderr }).on('line', store)
    if (!child.stdout) return
    createInterface({ input: child.stdout }).on('line', (line) => {
      store(line)
      if (line.includes('"msg":"listening"')) resolve(JSON.parse(line).url)
    })
  })
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, START_DEADLINE_MS, undefined)
  })
  const url = await Promise.race([listening, ended, tooLate])
  clearTimeout(timer)
  if (typeof url === 'string') {
    const counts = { lineCount: () => lines, exitCode: () => child.exitCode }
    return { url, pid: child.pid ?? 0, ended, hasEnded, lastWords, ...counts, kill }
  }
  await kill()
  throw new Error(`the program did not start:\n${lastWords()}`)
}

/** Below the range of outgoing connections, one of which could take the port during a restart. */
const [LEAST_PORT, MOST_PORT] = [20_000, 30_000]
/** Two consecutive requests get two ports, though neither is in use yet. */
const assigned = new Set<number>()

/** Finds a free loopback port, for a program that will restart on it. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(LEAST_PORT, MOST_PORT)
    if (assigned.has(port)) continue
    const probe = createServer().listen(port, '127.0.0.1')
    const free = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    probe.close()
    if (free) {
      await once(probe, 'close')
      assigned.add(port)
      return port
    }
  }
  throw new Error('no port is free')
}
