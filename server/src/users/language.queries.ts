import type { Language } from 'contract/languages'
import type { Db } from '../context.ts'

/** In which language the student is written to from now on; the same one again writes nothing. */
export async function setLanguage(db: Db, id: number, language: Language): Promise<void> {
  await db('users').where({ id }).whereNull('deleted_at').whereNot({ language }).update({ language })
}
