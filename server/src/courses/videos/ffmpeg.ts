import { fork } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../config.ts'

const PROCESS = fileURLToPath(new URL('./ffmpeg-process.ts', import.meta.url))
/** One that says nothing for so long does nothing any more. */
const SILENT_MS = 5 * 60_000
const MEGABYTES = 64

type ProcessMessage = { pid: number } | { second: number } | { code: number; said: string }
type RunOptions = { stopping: AbortSignal; onSecond?: (second: number) => void }

/** ffmpeg did not make what it was asked for; `said` is the end of what it said. */
export class FfmpegError extends Error {
  readonly said: string
  constructor(code: number, said: string) {
    super(`ffmpeg ended with ${code}: ${said.trim().split('\n').at(-1) ?? ''}`.slice(0, 300))
    this.said = said
  }
}

/** Where the program is that makes sets; undefined where there is none, or it is switched off. */
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
 * Runs it with the least priority and no settings of ours. Answers the end of what it said; throws `FfmpegError` when it fails or
 * falls silent, the signal's reason when it is told to stop. Whatever happens to this process, it ends with it.
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
  // Its own end of the line breaks, which ends what it has started.
  const stop = () => child.connected && child.disconnect()
  let encoder: number | undefined
  let silent = setTimeout(stop, SILENT_MS)
  stopping.addEventListener('abort', stop, { once: true })
  try {
    return await new Promise<string>((resolve, reject) => {
      child.on('message', (message) => {
        const said = message as ProcessMessage
        clearTimeout(silent)
        silent = setTimeout(stop, SILENT_MS)
        if ('pid' in said) encoder = said.pid
        else if ('second' in said) onSecond?.(said.second)
        else if (said.code === 0) resolve(said.said)
        else reject(new FfmpegError(said.code, said.said))
      })
      child.once('error', reject)
      child.once('exit', (_, signal) => {
        // A process that is killed has no time to end what it has started.
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
    // It has ended.
  }
}
