import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
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
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name: state, parent, …
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return Number.NaN
  }
}

/** Returns the memory of a process in MB; NaN without `/proc`. */
export function memoryMb(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
