import { fork } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../config.ts'

const PROCESS = fileURLToPath(new URL('./ffmpeg-process.ts', import.meta.url))
/** Silent for this long means stuck. */
const SILENT_MS = 5 * 60_000
const MEGABYTES = 64

type ProcessMessage = { pid: number } | { second: number } | { code: number; said: string }
type RunOptions = { stopping: AbortSignal; onSecond?: (second: number) => void }

/** Reports a failed ffmpeg run; `said` is the end of its output. */
export class FfmpegError extends Error {
  readonly said: string
  constructor(code: number, shown: string) {
    super(`ffmpeg ended with ${code}: ${shown.trim().split('\n').at(-1) ?? ''}`.slice(0, 300))
    this.said = shown
  }
}

/** Returns the path of ffmpeg; undefined without one, or when it is switched off. */
export async function findFfmpeg({ ffmpeg }: Pick<Config, 'ffmpeg'>): Promise<string | undefined> {
  const { program, path } = ffmpeg
  if (!program) return undefined
  const places = isAbsolute(program) ? [program] : path.split(delimiter).map((folder) => join(folder, program))
  for (const place of places) {
    const there = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (there) return place
  }
  return undefined
}

/**
 * Runs ffmpeg with the least priority and none of our settings. Returns the end of its output; throws `FfmpegError`
 * when it fails or falls silent, and the signal's reason when it is aborted. It ends with this process in every case.
 */
export async function runFfmpeg(
  { ffmpeg }: Pick<Config, 'ffmpeg'>,
  program: string,
  args: readonly string[],
  { stopping, onSecond }: RunOptions,
): Promise<string> {
  stopping.throwIfAborted()
  const child = fork(PROCESS, [program, ...args], {
    env: { PATH: ffmpeg.path },
    execArgv: [`--max-old-space-size=${MEGABYTES}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Breaks its end of the line, which ends its children.
  const stop = () => child.connected && child.disconnect()
  let encoder: number | undefined
  let silent = setTimeout(stop, SILENT_MS)
  stopping.addEventListener('abort', stop, { once: true })
  try {
    return await new Promise<string>((resolve, reject) => {
      child.on('message', (message) => {
        const shown = message as ProcessMessage
        clearTimeout(silent)
        silent = setTimeout(stop, SILENT_MS)
        if ('pid' in shown) encoder = shown.pid
        else if ('second' in shown) onSecond?.(shown.second)
        else if (shown.code === 0) resolve(shown.said)
        else reject(new FfmpegError(shown.code, shown.said))
      })
      child.once('error', reject)
      child.once('exit', (_, signal) => {
        // A killed process has no time to end its children.
        if (signal && encoder) endNow(encoder)
        reject(stopping.aborted ? stopping.reason : new FfmpegError(-1, 'it was ended'))
      })
    })
  } finally {
    clearTimeout(silent)
    stopping.removeEventListener('abort', stop)
    stop()
  }
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended.
  }
}
