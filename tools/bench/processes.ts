import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { environmentOf } from '../../server/test/program.ts'
import type { LoadPlan, LoadResult } from './load.ts'

/** A program of this folder, in a separate process with an IPC channel. */
export type Helper = { pid: number; child: ChildProcess; stop(): Promise<void> }

export function startHelper(file: string, settings: Record<string, string> = {}): Helper {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    env: environmentOf({ ...settings, NODE_ENV: 'production' }),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return {
    child,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** Starts a helper whose first message is its address. */
export async function startServerHelper(
  file: string,
  settings: Record<string, string> = {},
): Promise<Helper & { url: string }> {
  const helper = startHelper(file, settings)
  const [url] = await once(helper.child, 'message')
  return { ...helper, url: String(url) }
}

export type LoadGenerator = { run(plan: LoadPlan): Promise<LoadResult>; stop(): Promise<void> }

export function startLoadGenerator(): LoadGenerator {
  const { child, stop } = startHelper('./load.ts')
  return {
    stop,
    async run(plan) {
      child.send(plan)
      const [result] = await once(child, 'message')
      return result as LoadResult
    },
  }
}

const TICKS_PER_SECOND = 100

/** Returns the processor seconds of a process over all threads; NaN without `/proc`. */
export function cpuSeconds(pid: number): number {
  try {
    const fields = fieldsOf(pid)
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return Number.NaN
  }
}

/** Returns the same for a process and all its descendants, ended ones too. */
export function familySeconds(parent: number): number {
  try {
    const own = fieldsOf(parent)
    const ended = (Number(own[13]) + Number(own[14])) / TICKS_PER_SECOND
    const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isChild(name, parent))
    return children.reduce((sum, pid) => sum + cpuSeconds(Number(pid)), cpuSeconds(parent) + ended)
  } catch {
    return Number.NaN
  }
}

/** Returns the main process of a PostgreSQL on this machine; NaN without `/proc`. */
export async function postmasterOf(db: Pick<pg.Client, 'query'>): Promise<number> {
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
  try {
    return Number(fieldsOf(rows[0]?.pid ?? 0)[1])
  } catch {
    return Number.NaN
  }
}

function isChild(pid: string, parent: number): boolean {
  try {
    return Number(fieldsOf(pid)[1]) === parent
  } catch {
    return false
  }
}

/** Reads the fields of `/proc/pid/stat` after the name: state, parent, … */
function fieldsOf(pid: number | string): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Returns the memory of a process in MB; NaN without `/proc`. */
export function memoryMb(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
