import { appError } from '../../errors.ts'
import type { Files } from './files.ts'

/** Throws 507 where the disk lacks room for so many bytes. */
export async function requireRoom(files: Pick<Files, 'freeBytes'>, bytes: number): Promise<void> {
  if ((await files.freeBytes()) < bytes) throw appError('storage_full', 'There is no space left for this file')
}
