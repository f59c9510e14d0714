import type { WorkKind } from 'contract/limits'
import type { Db } from '../../context.ts'
import { noteToRemove } from '../media/unreferenced-files.queries.ts'

export type HandInFile = {
  file_id: string
  /** `users.id` of the student. */
  user_id: number
  /** Root-relative, like the library's addresses; it opens only with a signature. */
  url: string
  /** The original file name. */
  name: string
  kind: WorkKind
  bytes: number
  /** True for a table with formulas, which a spreadsheet would compute. */
  holds_formulas: boolean
}

export const fileColumns = ['file_id', 'user_id', 'url', 'name', 'kind', 'bytes', 'holds_formulas'] as const

/** Deletes these rows and marks their files as unreferenced, for `clearUnreferencedFile` now or the sweep later. */
export async function forgetFiles(trx: Db, fileIds: readonly string[]): Promise<void> {
  await trx('hand_in_files')
    .whereIn('file_id', [...fileIds])
    .delete()
  for (const fileId of fileIds) await noteToRemove(trx, fileId)
}

/** Deletes all files of a student (`users.id`); returns their ids. */
export async function forgetFilesOf(trx: Db, userId: number): Promise<string[]> {
  const fileIds: string[] = await trx('hand_in_files').where({ user_id: userId }).pluck('file_id')
  await forgetFiles(trx, fileIds)
  return fileIds
}

/** Lists files sent before then and never submitted, at most 500. */
export async function listUnsentFiles(db: Db, before: Date): Promise<string[]> {
  return db('hand_in_files')
    .whereNull('hand_in_id')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(500)
    .pluck('file_id')
}
