import type { AdminRole, Db } from '../../context.ts'
import { ACCOUNTS } from '../users/accounts.sql.ts'
import type { NewSession } from './sessions.queries.ts'

export type NewView = NewSession & { user_id: number; viewed_by: number; view_code: string }

export async function insertView(db: Db, view: NewView): Promise<void> {
  await db('sessions').insert({ audience: 'user', ...view })
}

export type OpenedView = {
  session_id: string
  created_at: string
  expires_at: string
  user_id: string
  name: string | null
  email: string | null
  phone: string | null
}

/** Uses up the code of a view that began after `since`; undefined for an unknown or used one. */
export async function takeView(db: Db, code: string, since: Date): Promise<OpenedView | undefined> {
  const { rows } = await db.raw<{ rows: OpenedView[] }>(
    `with opened as (
      update sessions set view_code = null
      where view_code = :code and created_at > :since and revoked_at is null
      returning session_id, created_at, expires_at, user_id
    )
    select o.session_id, o.created_at, o.expires_at, u.user_id, u.name, u.email, u.phone
    from opened o join ${ACCOUNTS} u on u.id = o.user_id where u.deleted_at is null`,
    { code, since },
  )
  return rows[0]
}

export type Viewer = { id: number; email: string; role: AdminRole }

export async function findViewer(db: Db, id: number): Promise<Viewer | undefined> {
  return db('admins').where({ id }).first('id', 'email', 'role')
}
