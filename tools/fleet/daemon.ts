import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunAs, surroundings } from '../../server/src/platform/db/run-program.ts'

/** A system program that the shop works with. */
export type Daemon = {
  /** Kills it without a shutdown. */
  kill(): Promise<void>
  start(): Promise<void>
}

/** Debian installs such programs outside an ordinary user's path. */
const env = { ...surroundings.env, PATH: '/usr/local/sbin:/usr/sbin:/usr/local/bin:/usr/bin:/bin' }
const START_DEADLINE_MS = 120_000
const WORDS_KEPT = 4_000

/** Lists the programs that are not installed. */
export function missingPrograms(names: readonly string[]): string[] {
  return names.filter((name) => {
    try {
      execFileSync('/bin/sh', ['-c', `command -v ${name}`], { stdio: 'ignore', env })
      return false
    } catch {
      return true
    }
  })
}

/** Starts a system program; `isUp` reports when it is usable. */
export function daemonOf(
  command: readonly [string, ...string[]],
  { runAs = {}, isUp }: { runAs?: RunAs; isUp: () => Promise<boolean> },
): Daemon {
  let child: ReturnType<typeof spawn> | undefined
  const [file, ...args] = command
  return {
    async start() {
      let shown = ''
      const started = spawn(file, args, { ...surroundings, ...runAs, stdio: ['ignore', 'pipe', 'pipe'], env })
      child = started
      let failed: Error | undefined
      started.once('error', (error) => {
        failed = error
      })
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk) => {
          shown = `${shown}${chunk}`.slice(-WORDS_KEPT)
        })
      for (const deadline = Date.now() + START_DEADLINE_MS; !(await isUp()); await sleep(50)) {
        if (failed || started.exitCode !== null || Date.now() > deadline)
          throw new Error(`${file} did not start:\n${failed?.message ?? shown}`)
      }
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
