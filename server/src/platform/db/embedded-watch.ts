import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedOptions, EmbeddedServer } from './embedded.ts'

const CHECK_EVERY_MS = 500
/** So often in a row it is tried to start it, with a second between. */
const TRIES = 5
const PAUSE_MS = 1_000
/** A server that starts and dies again and again is no database, either. */
const DEATHS = 20
const DEATHS_WITHIN_MS = 10 * 60_000

export type EmbeddedWatch = {
  /** True from the death of the server until it takes connections again. */
  isDown(): boolean
  close(): void
}

/**
 * Starts the embedded server again whenever it has died. `giveUp` is called, once, with what PostgreSQL said when it does not
 * start in five tries or has died 20 times within 10 minutes.
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
    log.warn({ deaths: deaths.length }, 'the embedded database has died, it is started again')
    for (let attempt = 1; !closing.signal.aborted; attempt++) {
      try {
        return await server.startAgain()
      } catch (error) {
        if (attempt === TRIES) throw error
        log.warn({ err: error, attempt }, 'the embedded database does not start, it is tried again')
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
