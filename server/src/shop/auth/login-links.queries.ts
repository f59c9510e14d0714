import type { Db } from '../../context.ts'

export type LoginLink = { user_id: number; token_hash: string; created_at: Date; expires_at: Date }

/** Stores a link that logs in; the student's earlier one ends. */
export async function storeLoginLink(trx: Db, link: LoginLink): Promise<void> {
  await trx('login_links').insert(link).onConflict('user_id').merge()
}

/** Finds the student (`users.id`) of a link, without using it. */
export async function findLoginLink(db: Db, tokenHash: string, now: Date): Promise<number | undefined> {
  const found = await db('login_links').where({ token_hash: tokenHash }).where('expires_at', '>', now).first('user_id')
  return found?.user_id
}

/** Uses up a link; one of several simultaneous uses gets true. */
export async function takeLoginLink(trx: Db, tokenHash: string, now: Date): Promise<boolean> {
  return (await trx('login_links').where({ token_hash: tokenHash }).where('expires_at', '>', now).delete()) > 0
}

export async function deleteEndedLoginLinks(db: Db, before: Date): Promise<void> {
  await db('login_links').where('expires_at', '<', before.toISOString()).delete()
}
