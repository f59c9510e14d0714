import { z } from 'zod'
import type { Payments, SettledItem } from './gateway.ts'
import { paise } from './gateway-answers.ts'
import type { Connection } from './razorpay-connection.ts'

type Call = <T>(name: string, schema: z.ZodType<T>, send: (connection: Connection) => Promise<unknown>) => Promise<T>

/** The combined list's page limit. */
const PAGE = 1_000

const id = z.string().min(1).max(200)
const optionalId = z.string().max(200).nullish().catch(null)
const sum = paise.nullish().transform((value) => value ?? 0)

/**
 * One line of `GET /settlements/recon/combined`: `fee` includes `tax`; a payment's `credit` is the rest of `amount`.
 */
const item = z
  .object({
    entity_id: id,
    type: id,
    amount: sum,
    fee: sum,
    tax: sum,
    credit: sum,
    debit: sum,
    settled: z.union([z.boolean(), z.int()]).nullish(),
    settled_at: z.int().nullish().catch(null),
    settlement_id: optionalId,
    settlement_utr: optionalId,
    payment_id: optionalId,
    method: optionalId,
  })
  .transform(
    (line): SettledItem => ({
      entityId: line.entity_id,
      kind: line.type,
      settlementId: line.settled ? line.settlement_id || null : null,
      utr: line.settlement_utr || null,
      amountPaise: line.amount,
      feePaise: line.fee,
      taxPaise: line.tax,
      creditPaise: line.credit,
      debitPaise: line.debit,
      paymentId: line.payment_id || null,
      method: line.method || null,
      settledAt: line.settled_at ? new Date(line.settled_at * 1000) : null,
    }),
  )

/** Items on hold are not settled yet. Unreadable lines are counted: a sum without them is wrong. */
const listAnswer = z.object({ items: z.array(z.unknown()) }).transform(({ items }) => {
  const read = items.map((line) => item.safeParse(line))
  const lines = read.flatMap((line) => (line.success ? [line.data] : []))
  return {
    items: lines.filter(({ settlementId }) => settlementId !== null),
    listed: items.length,
    unread: items.length - lines.length,
    more: items.length === PAGE,
  }
})

export function settlementCalls(call: Call): Pick<Payments, 'listSettled'> {
  return {
    listSettled: ({ month, skip }) => {
      const [year, number] = month.split('-').map(Number)
      return call('listSettled', listAnswer, ({ sdk }) =>
        sdk.settlements.reports({ year, month: number, count: PAGE, skip } as never),
      )
    },
  }
}
