import { ORPCError } from '@orpc/server'
import { AddPromocodeQuery } from 'contract/promocode-input'
import type { Context } from '../../context.ts'
import { addPromocode } from '../../sales/promocodes/promocodes.service.ts'
import type { Known } from './bring-courses.ts'
import type { OpenArchive, Row } from './unpack.ts'

export type PromocodesBrought = { new: number; same: number; left_out: { name: string; reason: string }[] }

/** Brings promo codes that this shop lacks. A code for a segment, or for a course that is not here, is left out with its reason. */
export async function bringPromocodes(
  ctx: Pick<Context, 'db' | 'now'>,
  archive: OpenArchive,
  known: Known,
): Promise<PromocodesBrought> {
  const brought: PromocodesBrought = { new: 0, same: 0, left_out: [] }
  for await (const row of archive.rows('promocodes.csv')) {
    if (row.deleted_at) continue
    const name = row.promocode ?? ''
    const reason = await bring(ctx, row, known)
    if (reason === undefined) brought.new += 1
    else if (reason === 'same') brought.same += 1
    else brought.left_out.push({ name, reason })
  }
  return brought
}

/** Returns undefined for a new code, `same` for one that is here, and else the reason why it is left out. */
async function bring(ctx: Pick<Context, 'db' | 'now'>, row: Row, known: Known): Promise<string | undefined> {
  if (row.segment) return 'It is for a segment'
  const theirs = row.course_ids ? (JSON.parse(row.course_ids) as string[]) : row.course_id ? [row.course_id] : []
  const ids = theirs.flatMap((id) => known.courses.get(id) ?? [])
  if (ids.length < theirs.length) return 'Its course is not here'
  const { data, error } = AddPromocodeQuery.safeParse(
    withoutEmpty({
      promocode: row.promocode,
      ...(row.amount ? { amount: row.amount } : { discount: row.discount }),
      max_discount: row.max_discount,
      minimum_order: row.minimum,
      first_purchase: flag(row.first_purchase),
      start_date: row.start_date,
      expiry_date: row.expiry_date,
      max_uses: row.max_uses,
      max_uses_per_buyer: row.max_uses_per_buyer,
      max_seats: row.max_seats,
      paused: flag(row.paused),
      listed: flag(row.listed),
      course_ids: ids.join(','),
    }),
  )
  if (!data) return error.issues[0]?.message ?? 'It cannot be read'
  try {
    await addPromocode(ctx as Context, { role: 'owner', confirmed: true }, data)
    return undefined
  } catch (refusal) {
    if (!(refusal instanceof ORPCError)) throw refusal
    return refusal.code === 'promocode_exists' ? 'same' : refusal.message
  }
}

const flag = (word: string | undefined) => (word === 'yes' ? 'true' : word === 'no' ? 'false' : undefined)

const withoutEmpty = (fields: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value))
