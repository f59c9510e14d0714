import type { Db } from '../../context.ts'

/** Lets order numbers continue at the start of a `step`, at least `margin` after the last one. */
export async function raiseOrderNumber(trx: Db, { margin, step }: { margin: number; step: number }): Promise<void> {
  await trx.raw(
    `select setval('order_numbers', ceil((last_value + :margin)::numeric / :step)::bigint * :step) from order_numbers`,
    { margin, step },
  )
}

/** The id of the order with a number, in any case; undefined for an unknown one. */
export async function findIdOfNumber(db: Db, orderNo: string): Promise<string | undefined> {
  return (await db('orders').where({ order_no: orderNo.toUpperCase() }).first('order_id'))?.order_id
}
