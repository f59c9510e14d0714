import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Lock, Locker } from '@tus/server'
import type { Context } from '../../context.ts'
import { appError } from '../../errors.ts'
import { endHold, renewHold, requestHold, takeHold } from './upload-locks.queries.ts'

const RENEW_MS = 1_000
const ASK_AGAIN_MS = 100
/** Longer than hashing the largest video takes. */
const WAIT_MS = 60_000

/**
 * Locks uploads across all instances on one database. A waiting request notifies the holder, which then releases a lost
 * client. 503 after a minute.
 */
export function createUploadLocks({ db, log }: Pick<Context, 'db' | 'log'>): Locker {
  return { newLock: (uploadId) => createLock(uploadId) }

  function createLock(uploadId: string): Lock {
    const holder = randomUUID()
    let renewing: NodeJS.Timeout | undefined
    return {
      async lock(signal, release) {
        const deadline = Date.now() + WAIT_MS
        for (;;) {
          const hold = await takeHold(db, uploadId, holder)
          if (hold === 'absent') return
          if (hold === 'taken') break
          if (signal.aborted || Date.now() > deadline) throw appError('unavailable', 'This upload is busy')
          await requestHold(db, uploadId)
          await delay(ASK_AGAIN_MS)
        }
        renewing = setInterval(() => {
          renewHold(db, uploadId, holder)
            .then((hold) => hold === 'kept' || release())
            // The database may be away briefly: the next beat retries.
            .catch((error) => log.warn({ err: error, upload_id: uploadId }, 'upload lock not renewed'))
        }, RENEW_MS)
      },
      async unlock() {
        clearInterval(renewing)
        // The lock expires by itself when this call fails.
        await endHold(db, uploadId, holder).catch(() => {})
      },
    }
  }
}
