import type { WorkKind } from 'contract/assignment-limits'
import type { Db } from '../../context.ts'
import { noteToRemove } from '../media/unreferenced-files.queries.ts'

export type HandInFile = {
  file_id: string
  /** `users.id` of whose work it is. */
  user_id: number
  /** Root-relative, as the library's addresses are; it opens to nobody without a signature. */
  url: string
  /** As it was called where it came from. */
  name: string
  kind: WorkKind
  bytes: number
  /** A table whose cells a spreadsheet computes. */
  holds_formulas: boolean
}

export const fileColumns = ['file_id', 'user_id', 'url', 'name', 'kind', 'bytes', 'holds_formulas'] as const

export async function findHandInFile(db: Db, fileId: string): Promise<HandInFile | undefined> {
  return db('hand_in_files').where({ file_id: fileId }).first(fileColumns)
}

/** Takes these rows and notes their files, which `clearUnreferencedFile` then removes, now or with the sweep. */
export async function forgetFiles(trx: Db, fileIds: readonly string[]): Promise<void> {
  await trx('hand_in_files')
    .whereIn('file_id', [...fileIds])
    .delete()
  for (const fileId of fileIds) await noteToRemove(trx, fileId)
}

/** Everything that a student (`users.id`) has sent; answers the ids of the files. */
export async function forgetFilesOf(trx: Db, userId: number): Promise<string[]> {
  const fileIds: string[] = await trx('hand_in_files').where({ user_id: userId }).pluck('file_id')
  await forgetFiles(trx, fileIds)
  return fileIds
}

/** Files that were sent before and never handed in, at most 500. */
export async function listUnsentFiles(db: Db, before: Date): Promise<string[]> {
  return db('hand_in_files')
    .whereNull('hand_in_id')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(500)
    .pluck('file_id')
}
