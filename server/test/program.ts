import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { mediaKinds } from 'contract/media/kinds'
import flags from '../node-flags.json' with { type: 'json' }

/** The program as operators run it: a separate process, known only by its address. */
export type Program = {
  url: string
  pid: number
  /** Resolves when the process has ended in any way. */
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
const START_DEADLINE_MS = 30_000
const KEPT_LINES = 20

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
  const child = spawn(process.execPath, args, {
    env: environmentOf(settings),
    // The IPC channel ends the program when this process ends.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  return answering(child)
}

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
export async function answering(child: ChildProcess): Promise<Program> {
  const words: string[] = []
  let lines = 0
  const store = (line: string) => {
    lines++
    words.push(line)
    if (words.length > KEPT_LINES) words.shift()
  }
  const ended = once(child, 'exit').then(() => undefined)
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
