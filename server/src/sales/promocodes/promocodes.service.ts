import { expiryInstant, startInstant } from 'contract/expiry'
import { isGiveaway } from 'contract/giveaway'
import { DAY_MS } from 'contract/indian-time'
import { toPaise } from 'contract/money'
import { promocodeProblem, promocodeProblems } from 'contract/promocode-check'
import type { AddPromocodeQuery, UpdatePromocodeBody } from 'contract/promocode-input'
import type { Promocode, PublicPromocode } from 'contract/promocodes'
import type { z } from 'zod'
import { type Context, type Db, requireTrusted, type Trusted } from '../../context.ts'
import { findLowestPrice, isInCatalogue } from '../../courses/courses/courses.queries.ts'
import { courseNotFound } from '../../courses/courses/courses.service.ts'
import { appError, plainError } from '../../errors.ts'
import { requirePresent } from '../../platform/net/require-present.ts'
import { changedFields, noteChange } from '../../shop/activity/note-change.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { deletePromocode, undeletePromocode } from './deleted-promocodes.queries.ts'
import {
  findPromocode,
  insertPromocode,
  isUsedUp,
  listPublicPromocodes,
  toPublicPromocode,
  updatePromocode,
} from './promocodes.queries.ts'

type Write = Pick<Context, 'db' | 'now'>

/** Time for which an expired code is still listed, so that a client can report its expiry. */
const SHOWN_AFTER_EXPIRY_MS = 30 * DAY_MS

export async function publicPromocodes({ db, now }: Write): Promise<PublicPromocode[]> {
  return listPublicPromocodes(db, { now: now(), since: new Date(now().getTime() - SHOWN_AFTER_EXPIRY_MS) })
}

/** The same without those that have expired. */
export async function promocodesOnOffer({ db, now }: Write): Promise<PublicPromocode[]> {
  return listPublicPromocodes(db, { now: now(), since: now() })
}

/** One code, listed or not, or why it does not hold; what is paused or has not begun is as if it were not there. */
export async function checkPromocode({ db, now }: Write, promocode: string) {
  const code = await findPromocode(db, promocode)
  const problem = promocodeProblem(code, now())
  if (code && problem === 'promocode_expired') {
    const end = expiryInstant(code.expiry_date)
    const { problem: expired } = refused(problem)
    return { promocode: null, problem: { ...expired, ...(end ? { ended_at: new Date(end).toISOString() } : {}) } }
  }
  if (problem || !code) return refused(problem ?? 'promocode_invalid')
  if (await isUsedUp(db, code.id)) return refused('promocode_used_up')
  return { promocode: toPublicPromocode(code), problem: null }
}

type Problem = keyof typeof promocodeProblems
const refused = (code: Exclude<Problem, 'promocode_first_purchase' | 'promocode_segment'>) => ({
  promocode: null,
  problem: { code, detail: promocodeProblems[code] },
})

/** The error of a purchase with a code that does not hold. */
export const refusal = (code: Problem) => appError(code, promocodeProblems[code])

/** Adds a code. 404 for an unknown or deleted course; 409 `promocode_exists`; 403 as for a change. A past expiry is accepted. */
export async function addPromocode(
  ctx: Write,
  by: Trusted,
  input: z.output<typeof AddPromocodeQuery>,
): Promise<Promocode> {
  const {
    course_id: one,
    course_ids: several,
    amount,
    max_discount,
    minimum_order,
    first_purchase,
    segment,
    ...given
  } = input
  const named = several ?? (one && one !== 'all' ? [one] : [])
  const instant = expiryInstant(input.expiry_date)
  if (instant === undefined) throw plainError('invalid', 'Expiry date is not a valid date')
  return writeCatalogue(ctx.db, async (trx) => {
    for (const courseId of named) {
      if (!(await isInCatalogue(trx, courseId))) throw courseNotFound()
    }
    const terms = {
      max_discount_paise: max_discount === undefined ? null : toPaise(max_discount),
      minimum_paise: minimum_order === undefined ? null : toPaise(minimum_order),
      first_purchase: first_purchase ?? false,
      start_date: input.start_date ?? null,
      starts_at: startOf(input.start_date),
      max_uses: input.max_uses ?? null,
      max_uses_per_buyer: input.max_uses_per_buyer ?? null,
      max_seats: input.max_seats ?? null,
      paused: input.paused ?? false,
      listed: segment ? false : (input.listed ?? true),
    }
    const code = {
      ...given,
      ...terms,
      ...reductionOf({ discount: given.discount, amount }),
      course_id: named[0] ?? null,
      course_ids: named.length > 1 ? named : null,
      segment: segment?.all.length ? segment : null,
      expires_at: new Date(instant),
    }
    const added = await insertPromocode(trx, code, ctx.now())
    if (!added) throw exists()
    await requireTrustFor(trx, by, added)
    await noteChange(trx, { ...target(added), after: fieldsOf(added) })
    return added
  })
}

/** Changes a code by its id or its spelling. 404; 409 `edit_conflict` when `ifMatch` names an earlier state; 403 for a code that is an owner's alone, or gives courses away unconfirmed. */
export async function changePromocode(
  ctx: Write,
  by: Trusted,
  idOrCode: string,
  {
    start_date,
    expiry_date,
    discount,
    amount,
    max_discount,
    minimum_order,
    ...given
  }: z.output<typeof UpdatePromocodeBody>,
  ifMatch?: string,
): Promise<Promocode> {
  const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const changes = {
    ...sent,
    ...(discount === undefined && amount === undefined ? {} : reductionOf({ discount, amount })),
    ...(max_discount === undefined ? {} : { max_discount_paise: max_discount && toPaise(max_discount) }),
    ...(amount === undefined ? {} : { max_discount_paise: null }),
    ...(minimum_order === undefined ? {} : { minimum_paise: minimum_order && toPaise(minimum_order) }),
    ...(start_date === undefined ? {} : { start_date, starts_at: startOf(start_date) }),
    ...(expiry_date === undefined ? {} : { expiry_date, expires_at: new Date(expiryInstant(expiry_date) ?? 0) }),
  }
  return writeCatalogue(ctx.db, async (trx) => {
    const changed = await updatePromocode(trx, idOrCode, changes)
    if (!changed) throw notFound()
    if (changed === 'capped_amount') throw plainError('invalid', 'A maximum discount needs a discount in percent')
    requirePresent(ifMatch, `"${changed.before.version}"`, 'this promo code', changed.before)
    await requireTrustFor(trx, by, changed.after, changed.before)
    await noteChange(trx, {
      ...target(changed.after),
      ...changedFields(fieldsOf(changed.before), fieldsOf(changed.after)),
    })
    return changed.after
  })
}

/** Percent, or an amount: one of the two. */
const reductionOf = ({ discount, amount }: { discount?: number | undefined; amount?: number | undefined }) =>
  amount === undefined
    ? { discount: discount ?? 0, amount_paise: null }
    : { discount: 0, amount_paise: toPaise(amount) }

function startOf(startDate: string | null | undefined): Date | null {
  const instant = startDate ? startInstant(startDate) : undefined
  return instant === undefined ? null : new Date(instant)
}

/** Deletes a code by its id or its spelling. 404, also the second time. */
export async function removePromocode(ctx: Write, idOrCode: string): Promise<void> {
  await writeCatalogue(ctx.db, async (trx) => {
    const deleted = await deletePromocode(trx, idOrCode, ctx.now())
    if (!deleted) throw notFound()
    await noteChange(trx, { ...target(deleted), before: fieldsOf(deleted) })
  })
}

/** Takes the delete of a code back, by its id or spelling. 403 as for a change; 404; 409 `promocode_exists` when the code is in use again. */
export async function restorePromocode(ctx: Write, by: Trusted, idOrCode: string): Promise<Promocode> {
  return writeCatalogue(ctx.db, async (trx) => {
    const restored = await undeletePromocode(trx, idOrCode)
    if (!restored) throw notFound()
    if (restored === 'exists') throw exists()
    await requireTrustFor(trx, by, restored)
    await noteChange(trx, { ...target(restored), after: fieldsOf(restored) })
    return restored
  })
}

const notFound = () => plainError('not_found', 'Promo code not found')
const exists = () => plainError('promocode_exists', 'Promo code already exists')

const target = ({ id, promocode }: Promocode) => ({ kind: 'promocode' as const, id, name: promocode })

/** Everything that an admin sets of a code. */
const fieldsOf = ({
  id: _id,
  promocode: _code,
  course_id: _course,
  version: _version,
  uses: _u,
  reserved: _r,
  revenue: _m,
  ...set
}: Promocode) => set

/**
 * 403 for whoever is neither owner nor finance and writes a code that gives courses away, or did `before`. Opening one, or leaving it open,
 * asks for a confirmation, too; a paused one gives nothing.
 */
async function requireTrustFor(trx: Db, by: Trusted, code: Promocode, before?: Promocode): Promise<void> {
  const cheapest = await findLowestPrice(trx, code.course_ids ?? (code.course_id === null ? null : [code.course_id]))
  const gives = isGiveaway(code, cheapest)
  if (gives || (before && isGiveaway(before, cheapest)))
    requireTrusted(gives && !code.paused ? by : { ...by, confirmed: true })
}
