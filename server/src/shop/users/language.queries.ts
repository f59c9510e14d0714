import type { Language } from 'contract/languages'
import type { Db } from '../../context.ts'

/** In which language the student is written to from now on; the same one again writes nothing. */
export async function setLanguage(db: Db, id: number, language: Language): Promise<void> {
  await db('users').where({ id }).whereNull('deleted_at').whereNot({ language }).update({ language })
}

/** In which language the student (`users.id`) is written to. */
export async function findLanguage(db: Db, id: number): Promise<Language> {
  const row: { language: Language } | undefined = await db('users').where({ id }).first('language')
  return row?.language ?? 'en'
}
