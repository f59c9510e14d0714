import { DAY_MS } from 'contract/indian-time'
import type { Db } from '../../context.ts'

/** One report of Meta about a message; `key` is ours, `wamid` Meta's. */
export type WhatsappStatus = {
  wamid: string
  key: string | undefined
  status: 'sent' | 'delivered' | 'read' | 'failed'
  at: Date
  code: number | null
  detail: string
  pricing: { billable: boolean; category: string } | undefined
  now: Date
}

/** Meta limits letters per person: one more try, a day later. */
const LIMITED = 131049

/** Names one attempt to write to one recipient; nobody guesses it, and an attempt before it is another one. */
export const whatsappKey = (row: { recipient_id: number; token: string; attempt: number }) =>
  `${row.recipient_id}.${row.token.slice(0, 12)}.${row.attempt}`

/** Begins an attempt to write to a recipient, of which late reports of those before change nothing. */
export async function beginAttempt(
  db: Db,
  recipientId: number,
): Promise<{ recipient_id: number; token: string; attempt: number }> {
  const [row] = await db('letter_recipients')
    .where({ recipient_id: recipientId })
    .update({ attempt: db.raw('attempt + 1'), provider_id: null })
    .returning(['recipient_id', 'token', 'attempt'])
  return row
}

/** Notes that Meta takes no more for this person today; false if it was so before. */
export async function limitOnce(db: Db, recipientId: number, now: Date): Promise<boolean> {
  const changed = await db('letter_recipients')
    .where({ recipient_id: recipientId })
    .whereNull('limited_at')
    .update({ limited_at: now })
  return changed > 0
}

const KEY = /^(\d{1,18})\.([0-9a-f]{12})\.(\d{1,6})$/

type Found = { recipient_id: number; user_id: number; address: string | null }

/**
 * Notes a report on its recipient; undefined for a message that is not ours. States only move up: a repeated or late one changes nothing, a
 * read message counts as delivered, and a failure counts until something was delivered. A lost answer is matched by our key.
 */
export async function noteWhatsappStatus(db: Db, report: WhatsappStatus): Promise<Found | undefined> {
  return db.transaction(async (trx) => {
    const row = await findReported(trx, report)
    if (!row) return undefined
    const { recipient_id, user_id, address } = row
    await trx('letter_recipients').where({ recipient_id }).update(changesBy(row, report))
    return { recipient_id, user_id, address }
  })
}

type Row = Found & {
  state: string
  sent_at: string | null
  delivered_at: string | null
  read_at: string | null
  limited_at: string | null
}

async function findReported(trx: Db, { wamid, key }: WhatsappStatus): Promise<Row | undefined> {
  const [, recipientId, token = '', attempt] = KEY.exec(key ?? '') ?? []
  const columns = ['recipient_id', 'user_id', 'address', 'state', 'sent_at', 'delivered_at', 'read_at', 'limited_at']
  const ours = () => trx('letter_recipients').where({ channel: 'whatsapp' }).forUpdate()
  if (recipientId === undefined) return ours().where({ provider_id: wamid }).first(columns)
  return ours()
    .where({ recipient_id: Number(recipientId), attempt: Number(attempt) })
    .whereRaw('left(token, 12) = ?', [token])
    .where((either) => either.whereNull('provider_id').orWhere({ provider_id: wamid }))
    .first(columns)
}

/** Returns the student to whom a message of ours went, by Meta's id of it. */
export async function findReaderOf(db: Db, wamid: string): Promise<number | undefined> {
  const row = await db('letter_recipients').where({ channel: 'whatsapp', provider_id: wamid }).first('user_id')
  return row?.user_id
}

function changesBy(row: Row, { wamid, status, at, code, detail, pricing, now }: WhatsappStatus): object {
  const time = at.toISOString()
  const reached = row.delivered_at ?? row.read_at
  if (status === 'failed') {
    if (reached || row.state === 'waiting') return { provider_id: wamid }
    if (code === LIMITED && !row.limited_at) {
      // The provider's id goes: the next attempt has one of its own.
      const due_at = new Date(now.getTime() + DAY_MS)
      return {
        state: 'waiting',
        reason: null,
        code,
        error: detail,
        limited_at: now,
        due_at,
        provider_id: null,
        sent_at: null,
      }
    }
    return { state: 'refused', code, error: detail, provider_id: wamid }
  }
  // Failed before, and nothing says that it was delivered.
  if (status === 'sent' && row.state === 'refused') return { provider_id: wamid }
  return {
    state: 'handed_over',
    provider_id: wamid,
    sent_at: row.sent_at ?? time,
    ...(status !== 'sent' && { delivered_at: row.delivered_at ?? time, code: null, error: null }),
    ...(status === 'read' && { read_at: row.read_at ?? time }),
    ...(pricing && { billable: pricing.billable, price_category: pricing.category }),
  }
}

/** Returns true if a message that Meta charged for as this category was sent by a template that counts as another one. */
export async function hasMoved(db: Db, recipientId: number, category: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: object[] }>(
    `select from letter_recipients r join letters l using (letter_id) join whatsapp_templates t on t.name = l.template->>'name'
     where r.recipient_id = :recipientId and lower(t.category) <> :category limit 1`,
    { recipientId, category },
  )
  return rows.length > 0
}
