import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { environmentOf } from '../../server/test/program.ts'
import type { LoadPlan, LoadResult } from './load.ts'

/** A program of this folder, in a process of its own that we talk to through its channel. */
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

/** A helper that says its address as its first word. */
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

/** Seconds of processor time that a process has used, all its threads together; NaN where `/proc` is not. */
export function cpuSeconds(pid: number): number {
  try {
    const fields = fieldsOf(pid)
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return Number.NaN
  }
}

/** The same of a process and all that it has started, those that have ended too. */
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

/** The process of a PostgreSQL on this machine that starts all its others; NaN where `/proc` is not. */
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

/** Fields of `/proc/pid/stat` behind the name: state, parent, … */
function fieldsOf(pid: number | string): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Memory that a process holds, in MB; NaN where `/proc` is not. */
export function memoryMb(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
