import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import flags from '../../server/node-flags.json' with { type: 'json' }
import { environmentOf } from '../../server/test/program.ts'

/** The end of a command: `output` is stdout and stderr, `memoryMb` its peak (0 without `/proc`). */
type Command = { code: number | null; output: string; seconds: number; memoryMb: number }

/** Runs a command of the program (a file of `serve/commands`) as an operator does; `watch` sees its output grow. */
export async function runCommand(
  file: string,
  args: readonly string[],
  settings: Record<string, string>,
  watch: (output: string) => void = () => {},
): Promise<Command> {
  const begun = performance.now()
  const path = fileURLToPath(new URL(`../../server/src/serve/commands/${file}`, import.meta.url))
  const child = spawn(process.execPath, [...flags, path, ...args], {
    env: environmentOf(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, memoryMb] = ['', 0]
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
      watch(output)
    })
  }
  const timer = setInterval(async () => {
    memoryMb = Math.max(memoryMb, (await peakOf(child.pid)) / MB)
  }, 50)
  const [code] = await once(child, 'close')
  clearInterval(timer)
  return { code, output: output.trim(), seconds: (performance.now() - begun) / 1000, memoryMb }
}

const MB = 1024 ** 2

/** Returns the most bytes that a process had; 0 without `/proc`. */
async function peakOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024
}

/** Returns the parent of a process; undefined once it has ended, collected or not. */
export async function parentOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return stat === '' || state === 'Z' ? undefined : Number(parent)
}

export async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const parents = await Promise.all(pids.map(parentOf))
  return pids.filter((_, index) => parents[index] === parent)
}

/** Reads the first process of a PostgreSQL from its cluster. */
export async function postmasterOf(cluster: string): Promise<number> {
  return Number((await readFile(`${cluster}/postmaster.pid`, 'utf8')).split('\n', 1)[0])
}

/** Signals a process that may have ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
