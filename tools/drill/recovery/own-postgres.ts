import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { terminalLog } from '../../../server/src/platform/db/connect.ts'
import { startEmbedded } from '../../../server/src/platform/db/embedded.ts'
import { surroundings } from '../../../server/src/platform/db/run-program.ts'
import { childrenOf, parentOf, postmasterOf, signal } from '../processes.ts'

/** A PostgreSQL for one drill, which can be made to fail. */
export type OwnPostgres = {
  url: string
  /** Ends it at once, like a crash of its machine. */
  stop(): Promise<void>
  /** Starts it again on the same port. */
  start(): Promise<void>
  /** Stops all answers; connections stay open. */
  hang(): Promise<void>
  wake(): Promise<void>
  /** Ends it and removes its data. */
  close(): Promise<void>
}

/** Needs signals and `/proc`. */
export const canHaveOwnPostgres = process.platform === 'linux'

const READY_DEADLINE_MS = 120_000

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'skillhaat-faults-'))
  // PostgreSQL runs as another user when we are root.
  await chmod(dataDir, 0o755)
  // The drill kills this server, and commits must survive.
  const embedded = await startEmbedded({ dataDir, log: terminalLog })
  const cluster = await dataDirectory(embedded.serverUrl)
  const command = await readCommand(cluster)
  const owner = await ownerOf(await postmasterOf(cluster))
  let stopped: number[] = []

  async function stop() {
    const pid = await postmasterOf(cluster)
    process.kill(pid, 'SIGQUIT')
    while (await parentOf(pid)) await sleep(20)
  }
  async function start() {
    const [program = '', ...args] = command
    const server = spawn(program, args, { ...surroundings, ...owner, detached: true, stdio: 'ignore' })
    await once(server, 'spawn')
    server.unref()
    const deadline = Date.now() + READY_DEADLINE_MS
    while (!(await answers(embedded.serverUrl))) {
      if (Date.now() > deadline) throw new Error('PostgreSQL did not come back')
      await sleep(50)
    }
  }
  async function wake() {
    for (const pid of stopped) signal(pid, 'SIGCONT')
    stopped = []
  }
  return {
    url: embedded.url,
    stop,
    start,
    async hang() {
      const postmaster = await postmasterOf(cluster)
      // The process that forks others stops first.
      process.kill(postmaster, 'SIGSTOP')
      stopped = [postmaster, ...(await childrenOf(postmaster))]
      for (const pid of stopped) signal(pid, 'SIGSTOP')
    },
    wake,
    async close() {
      await wake()
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function dataDirectory(serverUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0]?.data_directory ?? ''
  } finally {
    await client.end()
  }
}

async function answers(serverUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: serverUrl, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Reads the command that PostgreSQL recorded at its start, every word in double quotes. */
async function readCommand(cluster: string): Promise<string[]> {
  const text = await readFile(join(cluster, 'postmaster.opts'), 'utf8')
  const [program = ''] = text.split(' "', 1)
  return [program, ...[...text.matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? '')]
}

async function ownerOf(pid: number): Promise<{ uid: number; gid: number } | object> {
  if (process.getuid?.() !== 0) return {}
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const idOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
  return { uid: idOf('Uid'), gid: idOf('Gid') }
}
