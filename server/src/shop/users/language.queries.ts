import type { Language } from 'contract/languages'
import type { Db } from '../../context.ts'
import { GREETED_NAME } from './proven-address.ts'

/** Sets the student's language for emails; an unchanged one writes nothing. */
export async function setLanguage(db: Db, id: number, language: Language): Promise<void> {
  await db('users').where({ id }).whereNull('deleted_at').whereNot({ language }).update({ language })
}

/** Reads the student's language for emails (`users.id`). */
export async function findLanguage(db: Db, id: number): Promise<Language> {
  const row: { language: Language } | undefined = await db('users').where({ id }).first('language')
  return row?.language ?? 'en'
}

/** The reader of an email: `name` greets the owner of the mailbox alone. The token turns reminders off. */
export type Reader = { to: string; language: Language; name: string | null; reminders: boolean; reminder_token: string }

/** Finds the reader of emails to a student (`users.id`); undefined once the account is deleted. */
export const findReader = (db: Db, id: number): Promise<Reader | undefined> =>
  db('users')
    .where({ id })
    .whereNull('deleted_at')
    .whereNotNull('email')
    .first({ to: 'email' }, 'language', 'reminders', 'reminder_token', db.raw(GREETED_NAME))
