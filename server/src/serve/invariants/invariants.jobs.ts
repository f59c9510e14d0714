import { indianDay } from 'contract/indian-time'
import type { Context } from '../../context.ts'
import { allInvariants } from '../../platform/features/features.ts'
import { checkInvariants } from '../../platform/invariants/check-invariants.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { alertOwner } from '../../shop/mails/alerts.ts'
import { findBroken, saveBroken } from '../jobs/broken.queries.ts'

/** Checks every night, at 03:20 in India, that the shop's rows agree with each other. */
export const checkInvariantsJob = (ctx: Context): Job => ({
  name: 'check-invariants',
  schedule: '50 21 * * *',
  single: true,
  retries: 1,
  expireInSeconds: 900,
  run: () => checkTonight(ctx),
})

/** Alerts the owners once a day while an invariant is broken. One that could not be read in time breaks nothing. */
export async function checkTonight(ctx: Context): Promise<void> {
  const now = ctx.now()
  const before = await findBroken(ctx.db)
  const checked = await checkInvariants(ctx.db, allInvariants, { now })
  const broken = checked.flatMap(({ invariant: { sentence }, rows }) => {
    const known = before.find((one) => one.sentence === sentence)
    if (rows === undefined) return known ?? []
    return rows.length === 0
      ? []
      : { sentence, since: known?.since ?? now.toISOString(), ids: rows.map(({ id }) => id) }
  })
  for (const {
    invariant: { sentence },
    rows,
    seconds,
  } of checked)
    if (rows === undefined) ctx.log.warn({ invariant: sentence, seconds }, 'an invariant could not be checked in time')
  for (const { sentence, ids } of broken)
    ctx.log.error({ invariant: sentence, ids }, 'an invariant of the shop is broken')
  await ctx.db.transaction(async (trx) => {
    await saveBroken(trx, broken, now)
    if (broken.length > 0) await alertOwner(ctx, trx, { kind: 'invariant', key: indianDay(now) })
  })
}
