import type { Language } from 'contract/languages'
import type { Db } from '../../context.ts'

/** Sets the student's language for emails; an unchanged one writes nothing. */
export async function setLanguage(db: Db, id: number, language: Language): Promise<void> {
  await db('users').where({ id }).whereNull('deleted_at').whereNot({ language }).update({ language })
}

/** Reads the student's language for emails (`users.id`). */
export async function findLanguage(db: Db, id: number): Promise<Language> {
  const row: { language: Language } | undefined = await db('users').where({ id }).first('language')
  return row?.language ?? 'en'
}
