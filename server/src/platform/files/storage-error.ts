import { appError } from '../../errors.ts'

/** Maps a failed write to 507 when the disk is full; returns any other error unchanged. */
export function storageError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  const full = code === 'ENOSPC' || code === 'EDQUOT'
  return full ? appError('storage_full', 'There is no space left for this file') : error
}

/** Why the files cannot be reached, for whoever runs the shop; the cause of what its visitors are told. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault'
}
