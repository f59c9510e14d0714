import type { z } from 'zod'
import { expiryInstant } from '../../contract/expiry.ts'
import type { AddPromocodeQuery, Promocode, PublicPromocode } from '../../contract/promocodes.ts'
import { noteChange } from '../activity.ts'
import { writeCatalogue } from '../catalogue.ts'
import type { Context } from '../context.ts'
import { appError } from '../errors.ts'
import {
  deletePromocode,
  insertPromocode,
  isCourseOnSale,
  listPublicPromocodes,
  undeletePromocode,
} from './promocodes.queries.ts'

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
    if (!added) throw exists()
    await noteChange(trx, { ...target(added), after: fieldsOf(added) })
    return added
  })
}

/** Deletes a code by its id or its spelling. 404, also the second time. */
export async function removePromocode(ctx: Write, idOrCode: string): Promise<void> {
  await writeCatalogue(ctx.db, async (trx) => {
    const deleted = await deletePromocode(trx, idOrCode, ctx.now())
    if (!deleted) throw notFound()
    await noteChange(trx, { ...target(deleted), before: fieldsOf(deleted) })
  })
}

/** Takes the delete of a code back, by its id or spelling. 404; 409 `promocode_exists` when the code is in use again. */
export async function restorePromocode(ctx: Write, idOrCode: string): Promise<Promocode> {
  return writeCatalogue(ctx.db, async (trx) => {
    const restored = await undeletePromocode(trx, idOrCode)
    if (!restored) throw notFound()
    if (restored === 'exists') throw exists()
    await noteChange(trx, { ...target(restored), after: fieldsOf(restored) })
    return restored
  })
}

const notFound = () => appError('not_found', 'Promo code not found')
const exists = () => appError('promocode_exists', 'Promo code already exists')

const target = ({ id, promocode }: Promocode) => ({ kind: 'promocode' as const, id, name: promocode })
const fieldsOf = ({ discount, expiry_date, scope }: Promocode) => ({ discount, expiry_date, scope })
