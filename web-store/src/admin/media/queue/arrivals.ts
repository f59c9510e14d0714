import type { UploadQueue } from './upload-queue.ts'
import { referencesIn, withoutReferences } from './upload-reference.ts'
import { isUnderWay, type StoredMedia, type UploadItem } from './upload-types.ts'

type Watched = Pick<UploadQueue, 'subscribe' | 'view'>

/** Why a file did not arrive, with what it is called. */
export class NotArrived extends Error {
  readonly file: string
  constructor(file: string, problem = '') {
    super(problem)
    this.file = file
  }
}

const itemOf = (queue: Watched, key: string): UploadItem | undefined =>
  queue.view().items.find((item) => item.key === key)

/**
 * Resolves with the file of the library once it is there, undefined when it has no address any more. Rejects with `NotArrived`
 * when it does not come by itself: it failed, was paused or taken out, or waits for its file to be chosen again.
 */
export function arrival(queue: Watched, key: string): Promise<StoredMedia | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<StoredMedia | undefined>()
  const look = () => {
    const item = itemOf(queue, key)
    if (item && isUnderWay(item)) return
    stop()
    if (item?.state === 'done' || item?.state === 'duplicate') resolve(item.media)
    else reject(new NotArrived(item?.name ?? '', item ? (item.problem ?? problemOf(item)) : 'The upload was removed'))
  }
  const stop = queue.subscribe(look)
  look()
  return promise
}

function problemOf({ state }: UploadItem): string {
  if (state === 'paused') return 'The upload is paused'
  return state === 'lost' ? 'Choose this file again to continue' : ''
}

/** What a form sends, once all its files are in the library; `NotArrived` when one of them does not come by itself. */
export async function withArrivals<Body>(queue: Watched, body: Body): Promise<Body> {
  const urls = new Map<string, string>()
  for (const { key } of referencesIn(body)) urls.set(key, (await arrival(queue, key))?.url ?? '')
  return withoutReferences(body, (key) => urls.get(key) ?? '')
}
