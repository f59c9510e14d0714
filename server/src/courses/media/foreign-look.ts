import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { appError, plainError } from '../../errors.ts'
import { storageError } from '../../platform/files/storage-error.ts'
import type { LookAnswer, Looks } from './foreign-look-process.ts'

/** A file's sender: looks of one sender wait for each other. `spent` counts each look's CPU time in milliseconds. */
export type Sender = { who: string; spent?: (cpuMs: number) => Promise<void> }

export const adminSender = (adminId: number): Sender => ({ who: `admin ${adminId}` })

type LookRequest = {
  from: Sender
  look: string
  input: unknown
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

export const lookLimits = {
  program: fileURLToPath(new URL('./foreign-look-process.ts', import.meta.url)),
  /** CPU time of one look. */
  cpuMs: 15_000,
  /** A machine without a free core for this long is no fault of the file. */
  wallMs: 90_000,
  /** Packets of the longest video that is copied take this many times as long. */
  copying: 8,
  /** Bounds JavaScript's own memory, and all of the process. */
  megabytes: 128,
  residentMegabytes: 768,
}

/** Processes at once. Each takes a core. */
const AT_ONCE = 2
/** A process ends after this long without work, or above this memory. */
const IDLE_MS = 30_000
const WARM_MEGABYTES = 200

const waiting: LookRequest[] = []
const served = new Set<string>()
/** Processes that wait for the next file, each with the timer that ends it. */
const warm = new Map<ChildProcess, NodeJS.Timeout>()

/**
 * Examines a foreign file in a process with bounded CPU time and memory and none of our settings. Throws 422 with the
 * reason for a refused file, and for one beyond the bounds; 503 without free time on the machine; 507 when the output
 * has no space.
 */
export function lookInto<L extends keyof Looks>(
  from: Sender,
  look: L,
  input: Parameters<Looks[L]>[0],
): Promise<Awaited<ReturnType<Looks[L]>>> {
  return new Promise((resolve, reject) => {
    waiting.push({ from, look, input, resolve: resolve as LookRequest['resolve'], reject })
    serveNext()
  })
}

/** Runs one look per sender at a time, so that many files of one leave a process to the others. */
function serveNext(): void {
  if (served.size >= AT_ONCE) return
  const requested = waiting.find(({ from }) => !served.has(from.who))
  if (!requested) return
  waiting.splice(waiting.indexOf(requested), 1)
  served.add(requested.from.who)
  answer(requested)
    .then(requested.resolve, requested.reject)
    .finally(() => {
      served.delete(requested.from.who)
      serveNext()
    })
}

async function answer({ from, look, input }: Pick<LookRequest, 'from' | 'look' | 'input'>): Promise<unknown> {
  const times = look === 'remux' ? lookLimits.copying : 1
  const [wallMs, mostCpuMs] = [lookLimits.wallMs * times, lookLimits.cpuMs * times]
  const rested = [...warm.keys()].find(serves)
  const child = rested ?? start()
  clearTimeout(warm.get(child))
  warm.delete(child)
  hold(child, true)
  let late = false
  const timer = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, wallMs)
  const answered = await new Promise<LookAnswer | undefined>((resolve, reject) => {
    child.once('message', (message) => resolve(message as LookAnswer))
    child.once('error', reject)
    child.once('exit', () => resolve(undefined))
    // A process that has just ended reports it by `exit`.
    child.send({ look, input, cpuMs: mostCpuMs }, () => {})
  }).finally(() => {
    clearTimeout(timer)
    for (const event of ['message', 'error', 'exit']) child.removeAllListeners(event)
  })
  // The process had ended before it got the file: a new one reads it.
  if (!answered && !late && rested) return answer({ from, look, input })
  await from.spent?.(answered?.cpuMs ?? mostCpuMs)
  if (!answered) {
    if (late) throw appError('unavailable', 'Files cannot be checked at the moment. Please try again shortly.')
    throw appError('invalid', 'This file takes too long or too much memory to check. Export it again and upload that.')
  }
  if (answered.megabytes > WARM_MEGABYTES) child.kill('SIGKILL')
  else rest(child)
  if ('refused' in answered) throw plainError('invalid', answered.refused, answered.data)
  if ('failed' in answered) throw storageError(Object.assign(new Error(answered.failed.message), answered.failed))
  return answered.value
}

const argumentsOf = ({ megabytes, program, residentMegabytes }: typeof lookLimits) =>
  [`--max-old-space-size=${megabytes}`, program, String(residentMegabytes)] as const

/** Checks that it is alive, with the present bounds. */
const serves = ({ connected, spawnargs }: ChildProcess) =>
  connected && argumentsOf(lookLimits).every((argument) => spawnargs.includes(argument))

function start(): ChildProcess {
  const [memory, program, resident] = argumentsOf(lookLimits)
  return fork(program, [resident], {
    env: {},
    execArgv: [memory],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

/** Parks a process for the next file. It delays no end of the program, and ends with it. */
function rest(child: ChildProcess): void {
  hold(child, false)
  const end = () => {
    warm.delete(child)
    child.kill('SIGKILL')
  }
  warm.set(child, setTimeout(end, IDLE_MS).unref())
  child.once('exit', () => warm.delete(child))
}

function hold(child: ChildProcess, held: boolean): void {
  child[held ? 'ref' : 'unref']()
  child.channel?.[held ? 'ref' : 'unref']()
}
