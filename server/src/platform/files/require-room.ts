import { appError } from '../../errors.ts'
import type { Files } from './files.ts'

/** 507 where the disk has less room than a file of so many bytes takes. */
export async function requireRoom(files: Pick<Files, 'freeBytes'>, bytes: number): Promise<void> {
  if ((await files.freeBytes()) < bytes) throw appError('storage_full', 'There is no space left for this file')
}
