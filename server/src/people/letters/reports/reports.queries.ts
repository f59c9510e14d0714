import { DAY_MS } from 'contract/indian-time'
import type { LetterChannel } from 'contract/letters'
import { emailKey } from 'contract/typed-keys'
import type { Db } from '../../../context.ts'
import type { Report } from './report.ts'

/** The student that a report is about, with the letter where one was sent to them. */
export type Reported = {
  recipient_id: number | null
  letter_id: string | null
  user_id: number
  channel: LetterChannel
  address: string | null
}

/** A provider reports within days. */
const REPORTED_DAYS = 7

/** Finds the student with an address, and the newest letter that it got of late. */
export async function findByAddress(db: Db, typed: string, now: Date): Promise<Reported | undefined> {
  const address = emailKey(typed)
  const { rows } = await db.raw<{ rows: Reported[] }>(
    `select r.recipient_id, r.letter_id, u.id as user_id, 'email' as channel, u.email as address
     from users u left join lateral (
       select recipient_id, letter_id from letter_recipients
       where user_id = u.id and channel = 'email' and address = :address and handing_at >= :since
       order by handing_at desc limit 1
     ) r on true
     where u.email = :address and u.deleted_at is null`,
    { address, since: new Date(now.getTime() - REPORTED_DAYS * DAY_MS) },
  )
  return rows[0]
}

const COLUMNS: Record<Exclude<Report['is'], 'passing'>, string> = {
  dead: 'bounced_at',
  refused: 'blocked_at',
  complained: 'complained_at',
  unsubscribed: 'unsubscribed_at',
}

/** Marks the reader of a letter; false if it was so before, or if the next letter may arrive. */
export async function markReader(db: Db, recipientId: number, { is, says }: Report, now: Date): Promise<boolean> {
  const reader = () => db('letter_recipients').where({ recipient_id: recipientId })
  if (is === 'passing') {
    await reader().update({ error: says })
    return false
  }
  const column = COLUMNS[is]
  const marked = await reader()
    .whereNull(column)
    .update({ [column]: now, error: says })
  return marked > 0
}

/** Counts a report that nobody could read. */
export async function noteUnread(db: Db, why: string, now: Date): Promise<void> {
  await db('letter_settings').update({
    unread_reports: db.raw('unread_reports + 1'),
    unread_since: db.raw('coalesce(unread_since, ?)', [now]),
    unread_last: why,
  })
}

/** Begins the count of unread reports again. */
export async function forgetUnread(db: Db): Promise<void> {
  await db('letter_settings').update({ unread_reports: 0, unread_since: null, unread_last: null })
}

export type Unread = { count: number; since: string; last: string }

/** Finds how many reports could not be read; undefined without one. */
export async function findUnread(db: Db): Promise<Unread | undefined> {
  return db('letter_settings')
    .where('unread_reports', '>', 0)
    .first('unread_reports as count', 'unread_since as since', 'unread_last as last')
}
