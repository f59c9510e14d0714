import type { Knex } from 'knex'
import { z } from 'zod'

/**
 * Faults that a test can set. The next `count` calls or events that match take a fault, in the order in which faults
 * were set; then it is used up.
 */
const count = z.int().min(1).max(10_000).default(1)
const milliseconds = z.int().min(0).max(60_000)

/** A kind of call (`payment_links.create`) or a part of `METHOD /path`; matches every call if absent. */
const match = z.string().min(1).max(200).optional()

export const apiFault = z.discriminatedUnion('fault', [
  /** Cuts the connection without a response, after acting unless `act` is false. */
  z.object({ fault: z.literal('drop'), act: z.boolean().default(true), match, count }),
  /** Acts, and responds `ms` later. */
  z.object({ fault: z.literal('delay'), ms: milliseconds, match, count }),
  /** Responds with this status: as an HTML page, or with Razorpay's error body; without acting unless `act` is true. */
  z.object({
    fault: z.literal('answer'),
    status: z.int().min(200).max(599),
    html: z.boolean().default(false),
    description: z.string().max(300).optional(),
    retry_after: z.int().min(0).max(3600).optional(),
    act: z.boolean().default(false),
    match,
    count,
  }),
])

/** The name of an event; matches every event if absent. */
const event = z.string().min(1).max(100).optional()

export const webhookFault = z.discriminatedUnion('fault', [
  z.object({ fault: z.literal('lose'), event, count }),
  z.object({ fault: z.literal('delay'), ms: milliseconds, event, count }),
  /** Sends the event `times` more times. */
  z.object({ fault: z.literal('repeat'), times: z.int().min(1).max(50), event, count }),
  /** Reverses the events of one change, or sends them in the given order of names (unnamed ones last). */
  z.object({ fault: z.literal('reorder'), order: z.array(z.string()).optional(), count }),
  /** Breaks the signature, or changes one byte of the body but not the signature. */
  z.object({ fault: z.literal('alter'), what: z.enum(['signature', 'body']), event, count }),
])

/** Leaves the next refunds `pending`, until control processes or fails them. */
export const refundFault = z.object({ fault: z.literal('hold'), count })

export type ApiFault = z.infer<typeof apiFault>
export type WebhookFault = z.infer<typeof webhookFault>

export type FaultSide = 'api' | 'webhooks' | 'refunds'

/** Stores a fault, as parsed from the body. */
export async function setFault(
  db: Knex,
  side: FaultSide,
  fault: ApiFault | WebhookFault | z.infer<typeof refundFault>,
) {
  const wanted = 'match' in fault ? fault.match : 'event' in fault ? fault.event : undefined
  const row = { side, match: wanted ?? null, remaining: fault.count, fault: JSON.stringify(fault) }
  await db('sandbox.faults').insert(row)
}

export async function resetFaults(db: Knex): Promise<void> {
  await db('sandbox.faults').delete()
}

/** Counts an API call and consumes its pending fault, in one statement. */
export async function recordCall(db: Knex, call: { kind: string; path: string }): Promise<ApiFault | undefined> {
  const { rows } = await db.raw<{ rows: { fault: unknown }[] }>(
    `with counted as (insert into sandbox.calls (kind) values (:kind)),
     waiting as (
       select fault_id from sandbox.faults
       where side = 'api' and remaining > 0 and (match is null or match = :kind or strpos(:path, match) > 0)
       order by fault_id limit 1 for update
     )
     update sandbox.faults set remaining = remaining - 1
     where fault_id in (select fault_id from waiting) returning fault`,
    call,
  )
  return rows[0] && apiFault.parse(rows[0].fault)
}

/** Takes the first fault of a side that waits for `name`; with `kinds`, only such faults. */
async function takeFault(trx: Knex, side: FaultSide, name: string, kinds: string[]): Promise<unknown> {
  const { rows } = await trx.raw<{ rows: { fault: unknown }[] }>(
    `with waiting as (
       select fault_id from sandbox.faults
       where side = :side and remaining > 0 and (match is null or match = :name) and fault ->> 'fault' = any(:kinds)
       order by fault_id limit 1 for update
     )
     update sandbox.faults set remaining = remaining - 1
     where fault_id in (select fault_id from waiting) returning fault`,
    { side, name, kinds },
  )
  return rows[0]?.fault
}

export async function takeWebhookFault(
  trx: Knex,
  name: string,
  kinds: WebhookFault['fault'][],
): Promise<WebhookFault | undefined> {
  const fault = await takeFault(trx, 'webhooks', name, kinds)
  return fault === undefined ? undefined : webhookFault.parse(fault)
}

/** Returns true if the current refund has to stay `pending`. */
export async function takeRefundHold(trx: Knex): Promise<boolean> {
  return (await takeFault(trx, 'refunds', 'refund', ['hold'])) !== undefined
}
