import type { Knex } from 'knex'
import type { MailTrouble } from './mail-failure.ts'

export type MailTroubleRow = { kind: MailTrouble; since: string; last_at: string; reason: string }

/** Stores that no email leaves; returns true if nobody had noted it. */
export async function noteMailTrouble(db: Knex, kind: MailTrouble, reason: string, now: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { is_new: boolean }[] }>(
    `insert into mail_trouble (kind, since, last_at, reason) values (:kind, :now, :now, :reason)
     on conflict (kind) do update set last_at = excluded.last_at, reason = excluded.reason
     returning xmax = 0 as is_new`,
    { kind, now, reason },
  )
  return rows[0]?.is_new === true
}

/** An email left: every trouble is over. Returns true if there was one. */
export async function endMailTrouble(db: Knex): Promise<boolean> {
  return (await db<MailTroubleRow>('mail_trouble').delete()) > 0
}

/** Finds the oldest trouble. */
export function findMailTrouble(db: Knex): Promise<MailTroubleRow | undefined> {
  return db<MailTroubleRow>('mail_trouble').orderBy('since').first()
}
