import type { Knex } from 'knex'
import type { Logger } from 'pino'

export type ClockWatch = {
  /** Milliseconds by which this machine is ahead of the database, as last measured; negative if it is behind. */
  aheadMs(): number
  close(): void
}

const EVERY_MS = 60_000
/** From here on the log has a warning: sessions, prices and deadlines follow this clock. */
const NOTABLE_MS = 10_000
/** From here on another instance serves better. */
export const UNUSABLE_MS = 5 * 60_000

const OFF = 'The clock of this machine differs from the database’s'
const FAR_OFF = 'The clock of this machine is more than five minutes off: the instance is not ready'
const RIGHT = 'The clock of this machine agrees with the database’s again'

/**
 * Compares the machine's clock with the database's, now and each minute, and logs each change. Several instances share
 * the database, so its clock decides. `clock` is the machine's; tests move it.
 */
export async function watchClock(options: {
  db: Knex
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  clock: () => number
}): Promise<ClockWatch> {
  const { db, log, clock } = options
  let ahead = 0
  let known: 'right' | 'off' | 'far off' = 'right'

  async function measure(): Promise<void> {
    const begun = clock()
    const { rows } = await db.raw('select extract(epoch from clock_timestamp()) * 1000 as ms')
    const ended = clock()
    const found = (begun + ended) / 2 - Number(rows[0].ms)
    // A slow answer says little: only what is beyond its own duration counts.
    ahead = Math.abs(found) <= (ended - begun) / 2 ? 0 : Math.round(found)
    const off = Math.abs(ahead)
    const now = off >= UNUSABLE_MS ? 'far off' : off >= NOTABLE_MS ? 'off' : 'right'
    if (now === known) return
    known = now
    const fields = { ahead_seconds: Math.round(ahead / 1000) }
    if (now === 'far off') log.error(fields, FAR_OFF)
    else if (now === 'off') log.warn(fields, OFF)
    else log.info(fields, RIGHT)
  }

  // A database that is away is reported elsewhere.
  const measureSilently = () => measure().catch(() => {})
  await measureSilently()
  const timer = setInterval(measureSilently, EVERY_MS).unref()
  return { aheadMs: () => ahead, close: () => clearInterval(timer) }
}
