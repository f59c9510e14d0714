import { appError } from '../../errors.ts'

/** The answer to a failed write: 507 when the disk is full, else the error as it is. */
export function storageError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  const full = code === 'ENOSPC' || code === 'EDQUOT'
  return full ? appError('storage_full', 'There is no space left for this file') : error
}
