import type { Db } from '../../context.ts'
import type { AdminCredentials } from './admins.queries.ts'

type Link = { admin_id: number; token_hash: Buffer; expires_at: Date }

/** Stores the link, replacing the admin's earlier one. */
export async function storeLink(db: Db, link: Link): Promise<void> {
  await db('admin_password_links').insert(link).onConflict('admin_id').merge()
}

/** Finds the admin of a link that is valid at `now`; ended access has no link. */
export async function findLinkedAdmin(db: Db, tokenHash: Buffer, now: Date): Promise<AdminCredentials | undefined> {
  return db<AdminCredentials>('admins as a')
    .join('admin_password_links as l', 'l.admin_id', 'a.id')
    .where('l.token_hash', tokenHash)
    .where('l.expires_at', '>', now)
    .whereNull('a.ended_at')
    .first(
      'a.id',
      'a.admin_id',
      'a.email',
      'a.password_hash',
      'a.role',
      'a.name',
      'a.must_change_password',
      'a.one_time_until',
    )
}

/** Deletes the link; returns true for one of several simultaneous uses. */
export async function takeLink(trx: Db, tokenHash: Buffer): Promise<boolean> {
  return (await trx('admin_password_links').where({ token_hash: tokenHash }).delete()) === 1
}
