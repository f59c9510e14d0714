import type { ActivityEntry, ActivityKind } from 'contract/activity'
import type { Knex } from 'knex'
import type { Db } from '../../../context.ts'
import { everyWord } from '../../../platform/db/like.ts'
import { readPage } from '../../../platform/db/read-page.ts'

export type ActivityQuery = {
  q?: string | undefined
  /** An admin id. */
  admin?: string | undefined
  kind?: ActivityKind | undefined
  target_id?: string | undefined
  /** First instant, inclusive, and the instant after the last one. */
  from?: string | undefined
  before?: string | undefined
  limit: number
  offset: number
}

type Row = Omit<ActivityEntry, 'admin' | 'action'> & {
  admin_id: string
  admin_email: string
  admin_name: string | null
  admin_role: string
}

/** One window of what admins have done, newest first, and how many entries match in all. */
export async function listActivity(db: Db, query: ActivityQuery): Promise<{ rows: Row[]; total: number }> {
  const adminId = query.admin ? (await db('admins').where({ admin_id: query.admin }).first('id'))?.id : undefined
  if (query.admin && adminId === undefined) return { rows: [], total: 0 }
  const newest = 'e.created_at desc, e.id desc'
  return readPage<Row>(db, narrow(db('activity as e'), { ...query, adminId }), query, (window) =>
    db('activity as e')
      .whereIn('e.id', window.select('e.id').orderByRaw(newest))
      .join('admins as a', 'a.id', 'e.admin_id')
      .orderByRaw(newest)
      .select({ activity_id: 'e.id', at: 'e.created_at', admin_id: 'a.admin_id', admin_name: 'a.name' })
      .select(
        'e.admin_email',
        'e.admin_role',
        'e.call',
        'e.kind',
        'e.target_id',
        'e.target_name',
        'e.before',
        'e.after',
      ),
  )
}

function narrow(entries: Knex.QueryBuilder, query: ActivityQuery & { adminId?: number }): Knex.QueryBuilder {
  if (query.adminId !== undefined) entries.where('e.admin_id', query.adminId)
  if (query.kind) entries.where('e.kind', query.kind)
  if (query.target_id) entries.where('e.target_id', query.target_id)
  if (query.from) entries.where('e.created_at', '>=', query.from)
  if (query.before) entries.where('e.created_at', '<', query.before)
  if (query.q) {
    // The very expression of the index `activity_words_fold`.
    const words = `coalesce(e.target_name, '') || ' ' || e.admin_email || ' ' || e.call`
    entries.whereRaw(...everyWord(query.q, [words], { equal: ['e.target_id = ?'] }))
  }
  return entries
}
