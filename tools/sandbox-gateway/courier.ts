import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'

type Due = {
  delivery_id: string | number
  event_id: string
  event: string
  subject: string
  body: string
  signature: string
  attempts: number
}

export type FlushResult = { delivered: number; failed: number }

export type Courier = {
  /** Checks for due deliveries soon, without waiting. */
  wake(): void
  /**
   * Tries every pending delivery once, due or not, and waits for the results, including deliveries of another process.
   */
  flush(): Promise<FlushResult>
  close(): Promise<void>
}

const ANSWER_MS = 5000
const LEASE_SECONDS = 8
const IDLE_MS = 5000
const BATCH = 16
/** Seconds until the next retry; the last gap repeats until a delivery is a day old. */
const GAPS = [1, 2, 5, 10, 30, 60, 300, 900, 3600, 7200, 14_400]

/**
 * Sends the pending webhooks at least once, those of one link in order; any response but a 2xx within 5 s leads to a
 * retry. A row is leased while it is sent, so several processes share the work and a killed one's rows are retried.
 * `housekeeping` runs with every check and applies changes caused by time alone.
 */
export function createCourier(options: {
  db: Knex
  webhookUrl: () => string
  log: Pick<Logger, 'warn'>
  housekeeping: () => Promise<unknown>
}): Courier {
  const { db, webhookUrl, log, housekeeping } = options
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let lookQueued = false

  /** Runs one check at a time in this process; a flush waits for the running one. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }

  /** Checks again after the running check, which may have missed newly queued events. */
  function wake(): void {
    if (lookQueued || closing.signal.aborted) return
    lookQueued = true
    void inTurn(() => {
      lookQueued = false
      return look()
    })
  }

  function sleepUntil(ms: number): void {
    clearTimeout(timer)
    if (closing.signal.aborted) return
    timer = setTimeout(wake, ms)
    timer.unref()
  }

  async function look(): Promise<void> {
    let next = IDLE_MS
    try {
      await housekeeping()
      while (!closing.signal.aborted) {
        const batch = await claim(db, null)
        await sendAll(batch)
        if (batch.length < BATCH) break
      }
      next = await untilNext(db)
    } catch (error) {
      if (!closing.signal.aborted) log.warn({ err: error }, 'sandbox webhooks cannot be sent now')
    }
    sleepUntil(next)
  }

  async function sendAll(batch: Due[]): Promise<FlushResult> {
    const result = { delivered: 0, failed: 0 }
    const bySubject = Map.groupBy(batch, (delivery) => delivery.subject)
    await Promise.all(
      [...bySubject.values()].map(async (deliveries) => {
        for (const delivery of deliveries) {
          const answer = await send(delivery)
          if (closing.signal.aborted) {
            await release(db, delivery)
            continue
          }
          const delivered = typeof answer === 'number' && answer >= 200 && answer < 300
          await record(db, delivery, delivered, String(answer))
          result[delivered ? 'delivered' : 'failed'] += 1
        }
      }),
    )
    return result
  }

  async function send(delivery: Due): Promise<number | string> {
    try {
      const response = await fetch(webhookUrl(), {
        method: 'POST',
        body: delivery.body,
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          'x-razorpay-signature': delivery.signature,
          'x-razorpay-event-id': delivery.event_id,
        },
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_MS)]),
      })
      await response.body?.cancel()
      return response.status
    } catch (error) {
      return error instanceof Error ? error.name : 'no answer'
    }
  }

  return {
    wake,
    async flush() {
      return inTurn(async () => {
        const { rows } = await db.raw<{ rows: { at: string }[] }>('select clock_timestamp()::text as at')
        const result = { delivered: 0, failed: 0 }
        for (;;) {
          const batch = await claim(db, rows[0]?.at ?? null)
          if (batch.length === 0) break
          const { delivered, failed } = await sendAll(batch)
          result.delivered += delivered
          result.failed += failed
        }
        // Another process may be sending some.
        while (await anyUnderWay(db)) await sleep(20)
        return result
      }).finally(wake)
    },
    async close() {
      closing.abort()
      clearTimeout(timer)
      await Promise.race([turn, sleep(2000, undefined, { ref: false })])
    },
  }
}

/** Leases the next rows, oldest first; with `before`, rows without an attempt since then, due or not. */
async function claim(db: Knex, before: string | null): Promise<Due[]> {
  const { rows } = await db.raw<{ rows: Due[] }>(
    `with next as (
       select delivery_id from sandbox.deliveries
       where state = 'pending' and (leased_until is null or leased_until < clock_timestamp())
         and case when cast(:before as timestamptz) is null then due_at <= clock_timestamp()
             else attempted_at is null or attempted_at < cast(:before as timestamptz) end
       order by delivery_id limit ${BATCH} for update skip locked
     )
     update sandbox.deliveries
     set leased_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}), attempted_at = clock_timestamp()
     where delivery_id in (select delivery_id from next)
     returning delivery_id, event_id, event, subject, body, signature, attempts`,
    { before },
  )
  return rows.toSorted((a, b) => Number(a.delivery_id) - Number(b.delivery_id))
}

async function anyUnderWay(db: Knex): Promise<boolean> {
  const leased = await db('sandbox.deliveries')
    .where({ state: 'pending' })
    .andWhereRaw('leased_until > clock_timestamp()')
    .first('delivery_id')
  return leased !== undefined
}

async function record(db: Knex, delivery: Due, delivered: boolean, answer: string): Promise<void> {
  const gap = GAPS[Math.min(delivery.attempts, GAPS.length - 1)] ?? 1
  await db.raw(
    `update sandbox.deliveries set attempts = attempts + 1, leased_until = null, answer = :answer,
       due_at = clock_timestamp() + make_interval(secs => :gap),
       state = case when :delivered then 'delivered'
         when created_at < clock_timestamp() - interval '24 hours' then 'given_up' else 'pending' end
     where delivery_id = :id`,
    { answer, gap, delivered, id: delivery.delivery_id },
  )
}

async function release(db: Knex, delivery: Due): Promise<void> {
  await db('sandbox.deliveries')
    .where({ delivery_id: delivery.delivery_id })
    .update({ leased_until: null })
    // The process is stopping: without a database the lease expires by itself.
    .catch(() => undefined)
}

async function untilNext(db: Knex): Promise<number> {
  const { rows } = await db.raw<{ rows: { ms: number | null }[] }>(
    `select (extract(epoch from min(greatest(due_at, leased_until)) - clock_timestamp()) * 1000)::float as ms
     from sandbox.deliveries where state = 'pending'`,
  )
  return Math.min(IDLE_MS, Math.max(20, rows[0]?.ms ?? IDLE_MS))
}
