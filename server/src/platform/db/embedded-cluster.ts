import { spawn } from 'node:child_process'
import { mkdtemp, open, readdir, readFile, readlink, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { commandLine } from '../../config.ts'
import type { Binaries } from './embedded-binaries.ts'
import { giveTo, type Place } from './embedded-place.ts'
import { isAlive } from './process-lock.ts'
import { runProgram, surroundings } from './run-program.ts'

export interface RunningServer {
  pid: number
  port: number
}

const pollMs = 10

/** Recovery after a crash replays at most `max_wal_size`, so no real start takes this long. */
const startDeadlineMs = 120_000

const settings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  cluster_name: 'skillhaat',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Small: a shop's data fits in memory many times, and the server shares the machine with the program.
  shared_buffers: '32MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  max_wal_size: '256MB',
  huge_pages: 'off',
  jit: 'off',
  io_method: 'sync',
  autovacuum_max_workers: '1',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  max_wal_senders: '0',
  log_checkpoints: 'off',
}

// Tests only: no data must survive the machine, and many clones are open at once.
const fragileSettings: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '64MB',
}

export function clusterOf(place: Place): string {
  return join(place.folder, 'cluster')
}

/**
 * Creates the cluster unless one exists: beside its final place, then renamed, so that an interrupted start leaves no
 * half cluster. Call it under the lock.
 */
export async function ensureCluster(place: Place, binaries: Binaries, password: string): Promise<void> {
  const cluster = clusterOf(place)
  for (const name of await readdir(place.folder)) {
    if (name.startsWith('init-')) await rm(join(place.folder, name), { recursive: true, force: true })
  }
  const major = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (major?.trim() === binaries.major) return
  if (major)
    throw new Error(
      `${cluster} was made by PostgreSQL ${major.trim()}, this program brings ${binaries.major}. Run ${commandLine('backup', 'FILE')} with the program that made it, move ${place.folder} away, then npm run restore -- FILE with this one.`,
    )
  const workshop = await mkdtemp(join(place.folder, 'init-'))
  const passwordFile = join(workshop, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  await giveTo(workshop, place.runAs)
  await giveTo(passwordFile, place.runAs)
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8']
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const draft = join(workshop, 'cluster')
  await runProgram(join(binaries.bin, 'initdb'), [`--pgdata=${draft}`, ...locale, ...access], place.runAs)
  await rename(draft, cluster)
  await rm(workshop, { recursive: true, force: true })
}

/**
 * Returns the cluster's running server once it is ready; undefined once it has stopped. Removes a stale
 * `postmaster.pid`: PostgreSQL would take a stranger with the same number for the server and refuse to start. Call it
 * under the lock.
 */
export async function findRunning(place: Place): Promise<RunningServer | undefined> {
  const pidFile = join(clusterOf(place), 'postmaster.pid')
  const deadline = Date.now() + startDeadlineMs
  while (Date.now() < deadline) {
    const text = await readFile(pidFile, 'utf8').catch(() => undefined)
    if (text === undefined) return undefined
    const { pid, port, state } = parsePidFile(text)
    if (!(await isPostmaster(pid, place))) {
      await rm(pidFile, { force: true })
      return undefined
    }
    if (state === 'ready') return { pid, port }
    await wait(pollMs)
  }
  throw new Error(`PostgreSQL in ${place.folder} neither gets ready nor stops; see postgres.log there.`)
}

/** Checks that the process is this cluster's server, not a stranger with its number. */
export async function isPostmaster(pid: number, place: Place): Promise<boolean> {
  if (!(await isAlive({ pid, started: '' }))) return false
  if (process.platform === 'win32') return true
  if (process.platform === 'darwin') {
    return (await runProgram('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => '')).includes(clusterOf(place))
  }
  // A postmaster's working folder is its data folder.
  const stands = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  return stands === undefined || stands === clusterOf(place)
}

/**
 * Starts the server, by default on a free port, and resolves when it accepts connections. Call it under the lock, when
 * none is running.
 */
export async function startServer(
  place: Place,
  binaries: Binaries,
  durable: boolean,
  port?: number,
): Promise<RunningServer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launch(place, binaries, durable, port ?? (await findFreePort()))
    } catch (error) {
      // Another program took the port meanwhile, or backends of a killed server are about to notice.
      const passes = /could not bind|could not create any TCP|still in use/.test((error as Error).message)
      if (!passes || attempt === 20) throw error
      await wait(100 * attempt)
    }
  }
}

async function launch(place: Place, binaries: Binaries, durable: boolean, port: number): Promise<RunningServer> {
  const cluster = clusterOf(place)
  const logFile = join(place.folder, 'postgres.log')
  const logBefore = await shortenLog(logFile)
  const wanted = { ...settings, ...(durable ? {} : fragileSettings), port: String(port) }
  if (process.platform === 'win32') {
    // A server started directly refuses an administrator; pg_ctl drops the rights first.
    const options = Object.entries(wanted).map(([name, value]) => `-c ${name}=${value === '' ? "''" : value}`)
    const args = ['start', '--wait', `--pgdata=${cluster}`, `--log=${logFile}`, `--options=${options.join(' ')}`]
    await runProgram(join(binaries.bin, 'pg_ctl'), args)
    const running = await findRunning(place)
    if (running) return running
    throw new Error(`PostgreSQL did not start; see ${logFile}`)
  }
  const args = ['-D', cluster, ...Object.entries(wanted).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const log = await open(logFile, 'a', 0o600)
  const server = spawn(join(binaries.bin, 'postgres'), args, {
    ...surroundings,
    ...place.runAs,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  let failure: string | undefined
  server.on('error', (error) => {
    failure = error.message
  })
  server.on('exit', (code, signal) => {
    failure ??= `it ended with ${signal ?? code}`
  })
  server.unref()
  await log.close()
  const deadline = Date.now() + startDeadlineMs
  while (failure === undefined && Date.now() < deadline) {
    const { pid, state } = parsePidFile(await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => ''))
    if (pid === server.pid && state === 'ready') return { pid, port }
    await wait(pollMs)
  }
  server.kill('SIGQUIT')
  const shown = (await readFile(logFile, 'utf8')).slice(logBefore).trim()
  // Reports the cause without PostgreSQL's guesses: for a full disk they claim that data may be corrupted.
  const [, ended] = /(?:FATAL|PANIC): +(?!the database system)(.+)/.exec(shown) ?? []
  const why = ended ? `${ended}; see ${logFile}` : shown.slice(-2_000)
  throw new Error(`PostgreSQL did not start (${failure ?? 'it took too long'}): ${why}`)
}

/** Stops the server: rolls open transactions back and writes the data. Call it under the lock. */
export async function stopServer(place: Place, binaries: Binaries): Promise<void> {
  const running = await findRunning(place)
  if (!running) return
  if (process.platform === 'win32') {
    await runProgram(join(binaries.bin, 'pg_ctl'), ['stop', '--mode=fast', '--wait', `--pgdata=${clusterOf(place)}`])
    return
  }
  process.kill(running.pid, 'SIGINT')
  const insistAt = Date.now() + 15_000
  while (await isAlive({ pid: running.pid, started: '' })) {
    if (Date.now() > insistAt) process.kill(running.pid, 'SIGQUIT')
    await wait(pollMs)
  }
}

function parsePidFile(text: string): { pid: number; port: number; state: string } {
  const lines = text.split('\n').map((line) => line.trim())
  return { pid: Number(lines[0]), port: Number(lines[3]), state: lines[7] ?? '' }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Truncates the server's log above 5 MB; returns its length. */
async function shortenLog(file: string): Promise<number> {
  const { size } = await stat(file).catch(() => ({ size: 0 }))
  if (size < 5_000_000) return size
  await writeFile(file, '')
  return 0
}
