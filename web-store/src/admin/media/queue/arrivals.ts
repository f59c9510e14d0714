import type { UploadQueue } from './upload-queue.ts'
import { referencesIn, withoutReferences } from './upload-reference.ts'
import { isUnderWay, type StoredMedia, type UploadItem } from './upload-types.ts'

type Watched = Pick<UploadQueue, 'subscribe' | 'view'>

/** The reason why a file did not arrive, with the name of the file. */
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
 * Resolves with the file of the library on arrival, with undefined if it has no address any more. Rejects with `NotArrived` if it cannot
 * arrive by itself: it failed, was paused or removed, or waits for its file to be chosen again.
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

/**
 * Resolves with the request of a form once all its files are in the library; rejects with `NotArrived` if one of them cannot arrive by itself.
 */
export async function withArrivals<Body>(queue: Watched, body: Body): Promise<Body> {
  const urls = new Map<string, string>()
  for (const { key } of referencesIn(body)) urls.set(key, (await arrival(queue, key))?.url ?? '')
  return withoutReferences(body, (key) => urls.get(key) ?? '')
}
