import type { Db } from '../../context.ts'
import { goingBack } from './going-back.sql.ts'

/** Returns true while the money of a gift seat, or of its whole order, is refunded or on its way back. */
export async function isGoingBack(
  trx: Db,
  { order_id, course_id, seat }: { order_id: string; course_id: string; seat: number },
): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { going: boolean }[] }>(
    `select ${goingBack(':order_id', ':course_id', ':seat')} as going`,
    { order_id, course_id, seat },
  )
  return rows[0]?.going === true
}
