import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { mediaKinds } from 'contract/media-kinds'
import flags from '../node-flags.json' with { type: 'json' }

/** The program as an operator runs it: a process of its own, known by its address only. */
export type Program = {
  url: string
  pid: number
  /** Settles when the process has ended, however it came to that. */
  ended: Promise<void>
  hasEnded(): boolean
  /** What it logged last, for a message. */
  lastWords(): string
  /** How many lines it has said, and what it ended with once it has. */
  lineCount(): number
  exitCode(): number | null
  /** Ends it with no chance to clean up, and waits until it is gone. */
  kill(): Promise<void>
}

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** The program from its sources: the same, with nothing to be built first. */
export const sourceArgs = [...flags, file('../src/main.ts')]
/** How `npm start` has the program run, once `npm run build` has built it. */
export const builtArgs = [...flags, file('../dist/main.mjs')]
/** A whole run has just built it (`run/test.mjs`): it starts in half the time. */
export const usualArgs = process.env.TEST_BUILT === '1' ? builtArgs : sourceArgs
export const compileCache = file('../../node_modules/.cache/compile')
const START_DEADLINE_MS = 30_000
const KEPT_LINES = 20

// What the machine needs to run a process; no setting of the caller's, nor of a `.env`, may leak into a measured one.
const surroundings = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot']
const unset = [
  ...['NODE_ENV', 'HOST', 'STORE_URL', 'ADMIN_EMAIL', 'ADMIN_PASSWORD', 'SESSION_SECRET', 'ENCRYPTION_KEY', 'SEED'],
  ...['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET', 'RAZORPAY_BASE_URL', 'SMTP_URL'],
  ...['MAIL_FROM', 'FAILPOINT', 'METRICS_TOKEN', 'TRUST_PROXY', 'FRAME_HOSTS', 'MEDIA_CDN_URL', 'LOG_LEVEL'],
  ...Object.values(mediaKinds).flatMap(({ size }) => size.setting ?? []),
  ...[
    'SANDBOX_ACCESS',
    'BACKUP_KEY',
    'SECURITY_CONTACT',
    'DATABASE_REPLICA_URL',
    'EDGE',
    'EDGE_ID',
    'EDGE_TOKEN',
    'EDGE_ADDRESSES',
  ],
]

/** The environment of a program that gets `settings` and no other. */
export function environmentOf(settings: Record<string, string>): Record<string, string> {
  const given = surroundings.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  const none = Object.fromEntries(unset.map((name) => [name, '']))
  // Measured buyers, and most journeys, pay by the link.
  return { NODE_COMPILE_CACHE: compileCache, ...Object.fromEntries(given), ...none, PAY_PAGE: 'off', ...settings }
}

/** Starts the program with these settings and answers once it says that it listens; rejects with what it said else. */
export async function startProgram(settings: Record<string, string>, args = usualArgs): Promise<Program> {
  const child = spawn(process.execPath, args, {
    env: environmentOf(settings),
    // The channel ends the program when we are gone.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  return answering(child)
}

/** A machine that is busy may have no connection in time; who runs the shop would start it again. */
export async function startPatiently(settings: Record<string, string>): Promise<Program> {
  for (let tries = 1; ; tries++) {
    try {
      return await startProgram(settings)
    } catch (error) {
      if (tries === 5) throw error
    }
  }
}

async function answering(child: ChildProcess): Promise<Program> {
  const words: string[] = []
  let lines = 0
  const keep = (line: string) => {
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
    if (child.stderr) createInterface({ input: child.stderr }).on('line', keep)
    if (!child.stdout) return
    createInterface({ input: child.stdout }).on('line', (line) => {
      keep(line)
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

/** Below those that systems give to outgoing connections, one of which could have it when the program comes back. */
const [LEAST_PORT, MOST_PORT] = [20_000, 30_000]
/** Two that are asked for one after the other are two, though neither listens yet. */
const given = new Set<number>()

/** A port of the loopback address that was free a moment ago, for a program that is to come back on it. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(LEAST_PORT, MOST_PORT)
    if (given.has(port)) continue
    const probe = createServer().listen(port, '127.0.0.1')
    const free = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    probe.close()
    if (free) {
      await once(probe, 'close')
      given.add(port)
      return port
    }
  }
  throw new Error('no port is free')
}
