import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import flags from '../../server/node-flags.json' with { type: 'json' }
import { environmentOf } from '../../server/test/program.ts'

/** How a command ended. `memoryMb` is the most that it held, 0 where `/proc` is not. */
export type Command = { code: number | null; said: string; seconds: number; memoryMb: number }

/** Runs a command of the program (a file of `src/commands`) to its end, as an operator would. */
export async function runCommand(file: string, args: string[], settings: Record<string, string>): Promise<Command> {
  const begun = performance.now()
  const path = fileURLToPath(new URL(`../../server/src/serve/commands/${file}`, import.meta.url))
  const child = spawn(process.execPath, [...flags, path, ...args], {
    env: environmentOf(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [said, memoryMb] = ['', 0]
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk
    })
  }
  const watch = setInterval(() => {
    memoryMb = Math.max(memoryMb, peakMb(child.pid ?? 0))
  }, 50)
  const [code] = await once(child, 'close')
  clearInterval(watch)
  return { code, said: said.trim(), seconds: (performance.now() - begun) / 1000, memoryMb }
}

function peakMb(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
