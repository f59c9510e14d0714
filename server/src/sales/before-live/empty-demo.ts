import { isDeepStrictEqual } from 'node:util'
import { DEMO_SEEN } from 'contract/before-live'
import { changesOf, type ShopChanges, withChanges } from 'contract/shop/defaults'
import { demoShop } from 'contract/shop/demo'
import type { Context, Db } from '../../context.ts'
import { courseStateChanged } from '../../courses/courses/course-state-changed.ts'
import { findUses } from '../../courses/media/library/media-uses.ts'
import { noteToRemove } from '../../courses/media/unreferenced-files.queries.ts'
import { plainError } from '../../errors.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import {
  lockShop,
  saveShop,
  settleSteps,
  storedPolicies,
  storePolicyText,
} from '../../shop/settings/settings.queries.ts'
import { bound, WAS_PAID } from '../orders/status.ts'
import { findLinks, guardDocuments, removePayouts, removeRows } from './remove-rows.ts'

/** Counts of the rest of the demo, with orders of its courses. */
export type DemoCounts = { courses: number; orders: number; students: number }

const COURSES = 'course_id in (select course_id from courses where demo)'
/** The instant of the seed, which makes its first course an hour older. Only an empty shop is seeded: older rows are of the demo. */
const SEEDED = `(select max(created_at) + interval '1 hour' from courses where demo)`
const PEOPLE = `users.created_at <= ${SEEDED}`
/** Orders of its people, and those of its courses alone. */
const ORDERS = `(orders.user_id in (select id from users where ${PEOPLE}) or orders.order_id in
  (select order_id from order_lines group by order_id having bool_and(${COURSES})))`

/** Counts what is left of the demo; undefined without any. */
export async function countDemo(db: Db): Promise<DemoCounts | undefined> {
  const { rows } = await db.raw<{ rows: DemoCounts[] }>(
    `select (select count(*)::int from courses where demo and deleted_at is null) as courses,
      (select count(*)::int from orders where ${ORDERS}) as orders,
      (select count(*)::int from users where ${PEOPLE} and deleted_at is null) as students
    where exists (select from courses where demo)`,
  )
  return rows[0]
}

/**
 * Deletes what the demo wrote, with all that refers to it, and gives its texts in the settings back to a new shop. Stays: what the owner
 * made, orders with other courses, and files in use. 409 once real money was paid.
 */
export async function emptyDemo(
  { db, queue, now }: Pick<Context, 'db' | 'queue' | 'now'>,
  takesMoney: boolean,
): Promise<void> {
  await writeCatalogue(db, async (trx) => {
    if (!(await countDemo(trx))) return
    if (await wasMoneyPaid(trx, takesMoney))
      throw plainError('conflict', 'Buyers have paid real money here. Delete the demo courses one by one in Courses.')
    const links = await findLinks(trx)
    const orders: string[] = await trx('orders').whereRaw(ORDERS).pluck('order_id')
    const { rows } = await trx.raw<{ rows: { at: string }[] }>(`select ${SEEDED}::text as at`)
    const at = rows[0]?.at ?? ''
    await trx.raw(`update users set referred_by = null where not (${PEOPLE})
      and referred_by in (select id from users where ${PEOPLE})`)
    await trx.raw(`update coin_ledger set order_id = null where user_id not in (select id from users where ${PEOPLE})
      and order_id in (select order_id from orders where ${ORDERS})`)
    await removePayouts(trx, orders)
    await guardDocuments(trx, 'disable')
    await removeRows(trx, links, 'orders', 'order_id = any(:orders)', { orders })
    await guardDocuments(trx, 'enable')
    await removeRows(trx, links, 'users', PEOPLE)
    await trx('promocodes').where('created_at', at).delete()
    await trx('own_pages').where('created_at', at).delete()
    // A course of an order that stays is deleted as any other: its buyer keeps it.
    const ordered = () => trx('courses').whereRaw('demo and course_id in (select course_id from order_lines)')
    await removeRows(trx, links, 'courses', 'demo and course_id not in (select course_id from order_lines)')
    for (const course of await ordered().whereNull('deleted_at').select('course_id', 'name'))
      await courseStateChanged(trx, course, 'deleted', now(), null)
    await ordered().update({ demo: false })
    await beginSeriesAgain(trx)
    await resetSettings(trx, now())
    // Without a course the next start would seed it again.
    await settleSteps(trx, [DEMO_SEEN])
    const files = await removeFiles(trx, at)
    await queue.send(trx, 'remove-files', { media_ids: files })
    await noteChange(trx, {
      kind: 'settings',
      id: 'shop',
      name: 'Settings',
      before: { demo: true },
      after: { demo: false },
    })
  })
}

/** Returns true for a payment with a live key, and for any sale since the seed in a shop that takes money. */
async function wasMoneyPaid(trx: Db, takesMoney: boolean): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `select from orders where status = any(:paid) and (gateway_key_id like 'rzp\\_live\\_%'
      or (:takesMoney and created_at > ${SEEDED})) limit 1`,
    { paid: bound(WAS_PAID), takesMoney },
  )
  return rows.length > 0
}

/** Numbers and figures of a shop that has sold nothing begin anew. */
async function beginSeriesAgain(trx: Db): Promise<void> {
  await trx.raw('delete from document_series where not exists (select from documents)')
  if (await trx('orders').first('order_id')) return
  await trx.raw('alter sequence order_numbers restart')
  for (const table of ['page_views', 'visit_steps', 'day_figures', 'day_courses', 'day_sources', 'stale_days'])
    await trx(table).delete()
}

/** Returns the changes without what the demo says; entries of its lists go one by one. */
export function withoutDemo(changes: ShopChanges): ShopChanges {
  const without = (now: unknown, demo: unknown): unknown => {
    if (isDeepStrictEqual(now, demo)) return undefined
    if (!Array.isArray(now) || !Array.isArray(demo)) return now
    return now.filter((entry) => !demo.some((one) => isDeepStrictEqual(one, entry)))
  }
  // The demo of before 2026-11-30 switches the clock and the next price on.
  const demo: ShopChanges = { ...demoShop, switches: { countdown: true, next_price: true } }
  const left = Object.entries(changes).flatMap(([group, value]) => {
    const of: unknown = demo[group as keyof ShopChanges]
    if (Array.isArray(value) || value === null || of === undefined) return [[group, without(value, of)]]
    return [
      [
        group,
        Object.fromEntries(
          Object.entries(value).flatMap(([field, entry]) => {
            const rest = without(entry, (of as Record<string, unknown>)[field])
            return rest === undefined ? [] : [[field, rest]]
          }),
        ),
      ],
    ]
  })
  return changesOf(withChanges(Object.fromEntries(left.filter(([, value]) => value !== undefined))))
}

async function resetSettings(trx: Db, now: Date): Promise<void> {
  const { changes } = await lockShop(trx)
  const left = withoutDemo(changes)
  await saveShop(trx, left, now)
  const before = new Map(storedPolicies(withChanges(changes)))
  for (const [kind, text] of storedPolicies(withChanges(left)))
    if (before.get(kind) !== text) await storePolicyText(trx, kind, text, now)
}

/** Deletes the demo's files that nothing shows; returns their ids. */
async function removeFiles(trx: Db, seeded: string): Promise<string[]> {
  const ids: string[] = await trx('media').where('created_at', '<=', seeded).pluck('media_id')
  const uses = await findUses(trx, ids)
  const unused = ids.filter((id) => uses.get(id)?.length === 0)
  await trx('media').whereIn('media_id', unused).delete()
  for (const id of unused) await noteToRemove(trx, id)
  return unused
}
