import { randomUUID } from 'node:crypto'
import { link, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runProgram } from './run-program.ts'

/** Identifies a process beyond its number, which a later one may reuse. */
export interface ProcessIdentity {
  pid: number
  /** Start time in the system's format; empty where the system has none (Windows). */
  started: string
}

async function ownIdentity(): Promise<ProcessIdentity> {
  return { pid: process.pid, started: (await startOf(process.pid)) ?? '' }
}

/** Checks the process; false also for a zombie and for a stranger with a reused number. */
export async function isAlive(identity: ProcessIdentity): Promise<boolean> {
  const started = await startOf(identity.pid)
  return started !== undefined && (identity.started === '' || started === identity.started)
}

/** Returns the process's start time; undefined without a process (or for a zombie). */
async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    // The name in brackets may hold spaces and brackets. The state (field 3) and, as field 22, the start follow it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return stat === '' || fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  }
  if (process.platform === 'win32') return canSignal(pid) ? '' : undefined
  const line = await runProgram('ps', ['-o', 'stat=,lstart=', '-p', String(pid)]).catch(() => '')
  const [state, ...started] = line.trim().split(/\s+/)
  return !state || state.startsWith('Z') ? undefined : started.join(' ')
}

function canSignal(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Runs `work` while no other process holds the lock file. Takes over a dead process's lock, so a `kill -9` leaves
 * nothing behind. Stops waiting after `giveUpAfterMs`, by default two minutes.
 */
export async function withLock<T>(file: string, work: () => Promise<T> | T, giveUpAfterMs = 120_000): Promise<T> {
  const own = JSON.stringify({ ...(await ownIdentity()), id: randomUUID() })
  const draft = `${file}.${randomUUID()}`
  const deadline = Date.now() + giveUpAfterMs
  while (!(await claim(file, draft, own))) {
    const holder = await readFile(file, 'utf8').catch(() => undefined)
    if (holder !== undefined && !(await isAlive(parseIdentity(holder)))) await breakLock(file, holder)
    else if (Date.now() > deadline) throw new Error(`Timed out waiting for the lock ${file}`)
    else await wait(15)
  }
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

// A link appears whole or not at all, so nobody ever reads a half-written lock.
async function claim(file: string, draft: string, content: string): Promise<boolean> {
  try {
    await writeFile(draft, content, { mode: 0o600 })
    await link(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

// Two may find the same dead lock: the second may remove the first one's fresh lock, and puts it back.
async function breakLock(file: string, dead: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`
  try {
    await rename(file, aside)
  } catch {
    return
  }
  if ((await readFile(aside, 'utf8')) !== dead) await link(aside, file).catch(() => {})
  await rm(aside, { force: true })
}

/** Registers this process as a user of `folder`, until the returned function is called. */
export async function registerUser(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, randomUUID())
  await writeFile(file, JSON.stringify(await ownIdentity()), { mode: 0o600 })
  return () => rm(file, { force: true })
}

/** Counts living users and drops dead ones. Call it under the lock. */
export async function countUsers(folder: string): Promise<number> {
  let alive = 0
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    if (await isAlive(parseIdentity(await readFile(file, 'utf8')))) alive += 1
    else await rm(file, { force: true })
  }
  return alive
}

function parseIdentity(text: string): ProcessIdentity {
  try {
    return JSON.parse(text)
  } catch {
    return { pid: 0, started: 'never' }
  }
}
