import { UPLOADS_PATH } from 'contract/limits'
import { useSyncExternalStore } from 'react'
import { isApiError } from '../../../api/client.ts'
import { refetchStale } from '../../../refetch-stale.ts'
import { adminClient } from '../../host/admin-api.ts'
import { adminSession } from '../../host/admin-session.ts'
import type { Platform } from '../../host/platform.tsx'
import { sessionEnded } from '../../host/session-end.ts'
import { ownRows } from './own-rows.ts'
import { forgetParts, isPart, partInStorage } from './part-storage.ts'
import { reportQueue } from './queue-report.ts'
import { SendError } from './send-file.ts'
import { createUploadQueue, type UploadQueue } from './upload-queue.ts'
import type { QueueHost, QueueView, StoredUpload } from './upload-types.ts'
import { hashInWorker } from './worker-hash.ts'

export type TakePart = Pick<QueueHost, 'takePart'>
const [parts] = Object.values(import.meta.glob<TakePart>('../../*/take-part.ts', { eager: true }))

/** Turns a film that browsers cannot play into MP4, where browsers process any. */
export type ToMp4 = Required<Pick<QueueHost, 'toMp4'>>
const [loadToMp4] = Object.values(import.meta.glob<ToMp4>('../../*/to-mp4.ts')).map((load) =>
  refetchStale(load, 'toMp4'),
)

let queue: UploadQueue | undefined
let restored = Promise.resolve()

/** Resolves once the queue has what an earlier visit left. */
export const queueRestored = (): Promise<void> => restored

/** The one queue of this window. It goes on whichever tab is shown, and takes up what an earlier visit has left. */
export function adminQueue(platform: Platform): UploadQueue {
  if (queue) return queue
  queue = createUploadQueue({
    endpoint: new URL(UPLOADS_PATH, document.baseURI).href,
    authorization: adminSession.authorization,
    signedOut: () => sessionEnded(adminSession.authorization()),
    findByHash: async (sha256) => (await adminClient.media.list({ sha256, limit: '1' })).media[0],
    putInFolder: (media_id, folder) => adminClient.media.move({ media_ids: [media_id], folder }),
    statusOf: async (upload_id) => {
      try {
        return await adminClient.media.upload({ upload_id })
      } catch (error) {
        if (isApiError(error) && error.status === 404) return undefined
        throw error
      }
    },
    takePart: parts?.takePart ?? (() => Promise.reject(new SendError('This shop processes no videos here', 422))),
    async toMp4(...order) {
      if (!/\.(mov|qt|mkv|3g[p2]|avi)$/i.test(order[0].name)) return undefined
      return (await loadToMp4?.())?.toMp4(...order)
    },
    hash: hashInWorker,
    findAgain: (stored, request) => (isPart(stored) ? partInStorage(stored) : platform.findFile(stored, request)),
    forget(stored) {
      void forgetParts(stored.filter(isPart))
      platform.forgetFiles(stored)
    },
    store: ownRows<StoredUpload>('skillhaat-uploads'),
    isOnline: () => navigator.onLine,
    watchOnline(listener) {
      window.addEventListener('online', listener)
      window.addEventListener('offline', listener)
      return () => {
        window.removeEventListener('online', listener)
        window.removeEventListener('offline', listener)
      }
    },
  })
  const made = queue
  // Files of an earlier visit are no news.
  restored = made.restore()
  void restored.then(() => reportQueue(made, platform))
  return made
}

/** Reads the queue, as it changes. */
export function useQueueView(of: UploadQueue): QueueView {
  return useSyncExternalStore(of.subscribe, of.view)
}
