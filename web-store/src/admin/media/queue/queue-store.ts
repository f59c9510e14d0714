import { randomKey } from '../../../api/random-key.ts'
import { shopHere } from '../../host/shop-here.ts'
import type { QueueStore, StoredUpload } from './upload-types.ts'

const DATABASE = 'skillhaat-uploads'
const UPLOADS = 'uploads'

/** Without a shop: of an earlier release, which did not tell them apart. */
type Row = StoredUpload & { owner: string; shop?: string | undefined }

/**
 * The queue's memory in the browser. Each tab has a queue of its own: it holds a lock of its name while it is open, and
 * takes over what tabs of the same shop have left that are closed. Without a database the queue lives as long as the page.
 */
export function browserQueueStore(): QueueStore {
  const owner = randomKey()
  void navigator.locks?.request(lockOf(owner), () => new Promise(() => {}))
  return {
    async load() {
      const rows: Row[] = await inStore('readonly', (store) => store.getAll()).catch(() => [])
      const living = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name))
      const shop = shopHere()
      const left = rows.filter(
        (row) => (row.shop ?? shop) === shop && row.owner !== owner && !living.has(lockOf(row.owner)),
      )
      await Promise.all(left.map((row) => inStore('readwrite', (store) => store.put({ ...row, owner, shop }, row.key))))
      return left.map(({ owner: _, shop: __, ...upload }) => upload)
    },
    async save(upload) {
      await inStore('readwrite', (store) => store.put({ ...upload, owner, shop: shopHere() }, upload.key))
    },
    async remove(key) {
      await inStore('readwrite', (store) => store.delete(key))
    },
  }
}

const lockOf = (owner: string) => `skillhaat-uploads-${owner}`

let opening: Promise<IDBDatabase> | undefined

async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  opening ??= settled(prepared(indexedDB.open(DATABASE, 1)))
  const database = await opening
  return settled(work(database.transaction(UPLOADS, mode).objectStore(UPLOADS)))
}

function prepared(request: IDBOpenDBRequest): IDBOpenDBRequest {
  request.onupgradeneeded = () => request.result.createObjectStore(UPLOADS)
  return request
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
