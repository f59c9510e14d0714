import type { OrderEventKind } from 'contract/orders/admin'
import type { Db } from '../../context.ts'
import { prepared } from '../../platform/db/knex.ts'
import { ADD_ORDER_EVENT } from './orders.sql.ts'

export type OrderEvent = { order_id: string; kind: OrderEventKind; detail?: string | null; created_at: string }

export type TimelineRow = {
  kind: string
  detail: string | null
  created_at: string
  times: number
  last_at: string | null
}

/** Maximum of stored notes per order; changes of its state are always stored. */
const MOST_NOTES = 400

/** Stores a change of the order's state, without a limit. */
export async function insertOrderEvent(db: Db, { detail = null, ...event }: OrderEvent): Promise<void> {
  await db.raw(ADD_ORDER_EVENT, { ...event, detail })
}

const queryNoteInTimeline = prepared(
  'note in timeline',
  () => `with newest as (
         select id, kind, detail from order_events where order_id = :order_id order by id desc limit 1
       ), again as (
         update order_events set times = times + 1, last_at = :created_at
         from newest
         where order_events.id = newest.id and newest.kind = :kind and newest.detail is not distinct from :detail
         returning order_events.id
       )
       insert into order_events (order_id, kind, detail, created_at)
       select :order_id, :kind, :detail, :created_at
       where not exists (select from again)
         and (select count(*) from order_events where order_id = :order_id) < :most`,
)

/**
 * Notes a call or an event in the timeline of an order. The same as the one before counts that one up, so that a page that
 * asks every few seconds, or a gateway that is away for a day, fills one line.
 */
export async function noteOrderEvent(db: Db, { order_id, kind, detail = null, created_at }: OrderEvent): Promise<void> {
  await queryNoteInTimeline(db, { order_id, kind, detail, created_at, most: MOST_NOTES })
}

/** Kinds of events that name courses which an order did not give. */
export const UNGIVEN = ['already_owned', 'not_given'] as const

export type Ungiven = {
  courses: string[]
  /** They were gone. */
  lost: boolean
  /** They were given, and opened nothing once the order that they extend went back. */
  hung: boolean
}

/** Courses of a paid order that it does not give: its buyer had them when it was paid, they were gone, or what they hang on went back. */
export async function findUngiven(db: Db, orderId: string): Promise<Ungiven> {
  const found = await db('order_events')
    .where({ order_id: orderId })
    .whereIn('kind', [...UNGIVEN, 'base_gone', 'base_back'])
    .orderBy('id', 'desc')
    .first('kind', 'detail')
  const kind = found?.kind
  const courses = kind === undefined || kind === 'base_back' ? [] : found.detail.split(', ')
  return { courses, lost: kind === 'not_given', hung: kind === 'base_gone' }
}

/** The timeline, oldest first. */
export function findTimeline(db: Db, orderId: string): Promise<TimelineRow[]> {
  return db('order_events')
    .select('kind', 'detail', 'created_at', 'times', 'last_at')
    .where({ order_id: orderId })
    .orderBy(['created_at', 'id'])
}
