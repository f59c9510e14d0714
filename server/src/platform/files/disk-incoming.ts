import { createWriteStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { orNothing } from './disk-store.ts'
import { storageError } from './storage-error.ts'
import type { Incoming } from './store.ts'

/** Stores each upload as a file in a folder that all instances share. Its length alone tells how much has arrived. */
export function createDiskIncoming(folder: string): Incoming {
  const pathOf = (uploadId: string) => join(folder, uploadId)
  return {
    async createIncoming(uploadId) {
      try {
        await (await open(pathOf(uploadId), 'wx', 0o600)).close()
      } catch (error) {
        throw storageError(error)
      }
    },
    incomingBytes: async (uploadId) => (await orNothing(stat(pathOf(uploadId))))?.size,
    async appendIncoming(uploadId, offset, chunks) {
      const disk = createWriteStream(pathOf(uploadId), { flags: 'r+', start: offset })
      let diskError: unknown
      disk.once('error', (error) => {
        diskError = error
      })
      try {
        await pipeline(chunks, disk)
      } catch (error) {
        throw storageError(diskError ?? error)
      }
    },
    useIncoming: (uploadId, work) => work(pathOf(uploadId)),
    removeIncoming: (uploadId) => rm(pathOf(uploadId), { force: true }),
  }
}
