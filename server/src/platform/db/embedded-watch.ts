import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedOptions, EmbeddedServer } from './embedded.ts'

const CHECK_EVERY_MS = 500
/** Attempts to start it, a second apart. */
const TRIES = 5
const PAUSE_MS = 1_000
/** Deaths within the window after which restarting is pointless. */
const DEATHS = 20
const DEATHS_WITHIN_MS = 10 * 60_000

export type EmbeddedWatch = {
  /** Returns true from the server's death until it accepts connections again. */
  isDown(): boolean
  close(): void
}

/**
 * Restarts the embedded server whenever it dies. Calls `giveUp` once, with PostgreSQL's message, after five failed
 * starts or 20 deaths within 10 minutes.
 */
export function watchEmbedded(
  server: Pick<EmbeddedServer, 'isRunning' | 'startAgain'>,
  { log, giveUp }: { log: EmbeddedOptions['log']; giveUp: (why: unknown) => void },
): EmbeddedWatch {
  const closing = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: closing.signal, ref: false })
  let deaths: number[] = []
  let down = false

  async function startAgain(): Promise<void> {
    const now = performance.now()
    deaths = [...deaths.filter((death) => death > now - DEATHS_WITHIN_MS), now]
    if (deaths.length > DEATHS) throw new Error(`the database died ${deaths.length} times within 10 minutes`)
    log.warn({ deaths: deaths.length }, 'the embedded database died; restarting it')
    for (let attempt = 1; !closing.signal.aborted; attempt++) {
      try {
        return await server.startAgain()
      } catch (error) {
        if (attempt === TRIES) throw error
        log.warn({ err: error, attempt }, 'the embedded database did not start; retrying')
        await pause(PAUSE_MS)
      }
    }
  }

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      await pause(CHECK_EVERY_MS)
      if (await server.isRunning()) continue
      down = true
      await startAgain()
      down = false
    }
  }

  watch().catch((error) => {
    if (!closing.signal.aborted) giveUp(error)
  })
  return { isDown: () => down, close: () => closing.abort() }
}
