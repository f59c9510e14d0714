import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The digest of the stamped file; else the reason for none. */
export type StampOutcome = { sha256: string } | { failed: 'encrypted' | 'broken' | 'stopped' }

export type StampLimits = {
  /** A larger file is sent without a stamp: the work takes several times its size of memory. */
  bytes: number
  /** The program of the child process. */
  program: string
  ms: number
  /** Bounds JavaScript's own memory; bytes of the file and its copies are extra. */
  megabytes: number
}

export const stampLimits: StampLimits = {
  program: fileURLToPath(new URL('./stamp-process.ts', import.meta.url)),
  bytes: 50 * 1024 * 1024,
  ms: 25_000,
  megabytes: 256,
}

/**
 * Writes the PDF at `from` to `to`, with this line at the foot of each page. The file is foreign: a process with little
 * memory and none of our settings reads it, for at most 25 s. A file that cannot be stamped is no error.
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
