import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The digest of the stamped file; else why there is none. */
export type StampOutcome = { sha256: string } | { failed: 'encrypted' | 'broken' | 'stopped' }

export type StampLimits = {
  /** A larger file goes out as it is: the work takes several times its size of memory. */
  bytes: number
  /** What reads, stamps and writes. */
  program: string
  ms: number
  /** Of JavaScript's own memory; bytes of the file and its copies come on top. */
  megabytes: number
}

export const stampLimits: StampLimits = {
  program: fileURLToPath(new URL('./stamp-process.ts', import.meta.url)),
  bytes: 50 * 1024 * 1024,
  ms: 25_000,
  megabytes: 256,
}

/**
 * Writes the PDF at `from` to `to`, with this line at the foot of each page. The file is foreign: it is read by a process with little
 * memory and no settings of ours, and not for longer than 25 s. What cannot be stamped is no error.
 */
export async function stampPdf(
  { from, to, line }: { from: string; to: string; line: string },
  { program, ms, megabytes }: StampLimits,
): Promise<StampOutcome> {
  const execArgv = [`--max-old-space-size=${megabytes}`]
  const child = fork(program, [from, to, line], { env: {}, execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const timer = setTimeout(() => child.kill('SIGKILL'), ms)
  try {
    return await new Promise<StampOutcome>((resolve) => {
      child.once('message', (outcome) => resolve(outcome as StampOutcome))
      child.once('error', () => resolve({ failed: 'stopped' }))
      child.once('exit', () => resolve({ failed: 'stopped' }))
    })
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}
