import type { z } from 'zod'
import { expiryInstant } from '../../contract/expiry.ts'
import type { AddPromocodeQuery, Promocode, PublicPromocode } from '../../contract/promocodes.ts'
import { writeCatalogue } from '../catalogue.ts'
import type { Context } from '../context.ts'
import { appError } from '../errors.ts'
import { deletePromocode, insertPromocode, isCourseOnSale, listPublicPromocodes } from './promocodes.queries.ts'

type Write = Pick<Context, 'db' | 'now'>

/** How long an expired code is still listed, so that a client can say that it expired. */
const SHOWN_AFTER_EXPIRY_MS = 30 * 24 * 60 * 60 * 1000

export async function publicPromocodes({ db, now }: Write): Promise<PublicPromocode[]> {
  return listPublicPromocodes(db, new Date(now().getTime() - SHOWN_AFTER_EXPIRY_MS))
}

/** Adds a code. 404 for an unknown or deleted course; 409 `promocode_exists`. A past expiry is accepted. */
export async function addPromocode(ctx: Write, input: z.output<typeof AddPromocodeQuery>): Promise<Promocode> {
  const course_id = input.course_id === 'all' ? null : input.course_id
  const instant = expiryInstant(input.expiry_date)
  if (instant === undefined) throw appError('invalid', 'Expiry date is not a valid date')
  return writeCatalogue(ctx.db, async (trx) => {
    if (course_id && !(await isCourseOnSale(trx, course_id))) throw appError('not_found', 'Course not found')
    const code = { ...input, course_id, expires_at: new Date(instant) }
    const added = await insertPromocode(trx, code, ctx.now())
    if (!added) throw appError('promocode_exists', 'Promo code already exists')
    return added
  })
}

/** Deletes a code by its id or its spelling. 404, also the second time. */
export async function removePromocode(ctx: Write, idOrCode: string): Promise<void> {
  await writeCatalogue(ctx.db, async (trx) => {
    if (!(await deletePromocode(trx, idOrCode))) throw appError('not_found', 'Promo code not found')
  })
}
