import type { AdminRole } from 'contract/define-call'
import { DAY_MS } from 'contract/indian-time'
import { WAITING_MOST, type Waiting } from 'contract/overview'
import type { Knex } from 'knex'
import type { Db } from '../../../context.ts'
import { waitsForOwner } from '../../../sales/orders/attention.queries.ts'

/** An older review without a reply no longer waits: nobody meant to answer it. */
const REVIEW_DAYS = 30

type Kind = Exclude<keyof Waiting, 'privacy'>

const kinds: Record<AdminRole, readonly Kind[]> = {
  owner: ['orders', 'reviews', 'messages', 'questions', 'assignments'],
  support: ['orders', 'reviews', 'messages', 'questions', 'assignments'],
  editor: ['reviews'],
  finance: ['orders'],
}

const waiting: Record<Kind, (db: Db, now: Date) => Knex.QueryBuilder> = {
  orders: (db, now) => db('orders as o').whereRaw(...waitsForOwner('o', now.toISOString())),
  reviews: (db, now) =>
    db('reviews')
      .where('updated_at', '>', new Date(now.getTime() - REVIEW_DAYS * DAY_MS))
      .whereNot('text', '')
      .whereNull('reply')
      .whereNull('hidden_reason'),
  messages: (db) => db('tickets').where({ status: 'open' }),
  questions: (db) => db('questions').whereNull('answer'),
  assignments: (db) => db('hand_ins').where({ status: 'waiting' }),
}

/** Counts what waits for a role, in one statement; each count ends at `WAITING_MOST`. */
export async function countWaiting(db: Db, role: AdminRole, now: Date): Promise<Waiting> {
  const none: Waiting = { orders: 0, reviews: 0, messages: 0, questions: 0, assignments: 0 }
  const requested = kinds[role].map((kind) => {
    const few = waiting[kind](db, now).select(db.raw('1')).limit(WAITING_MOST)
    return db.count('*').from(few.as('few')).as(kind)
  })
  const counted: Partial<Waiting> = await db.select(requested).first()
  return { ...none, ...counted }
}

const begun = {
  reviews: 'updated_at',
  messages: 'created_at',
  questions: 'asked_at',
  assignments: 'handed_in_at',
} as const

/** Finds since when the oldest of a kind waits. */
export async function findOldest(db: Db, kind: keyof typeof begun, now: Date): Promise<string | null> {
  const row: { since: string | null } | undefined = await waiting[kind](db, now).min({ since: begun[kind] }).first()
  return row?.since ?? null
}
