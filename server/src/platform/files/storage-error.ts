import { appError } from '../../errors.ts'

/** Maps a failed write to 507 when the disk is full; returns any other error unchanged. */
export function storageError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  const full = code === 'ENOSPC' || code === 'EDQUOT'
  return full ? appError('storage_full', 'There is no space left for this file') : error
}
