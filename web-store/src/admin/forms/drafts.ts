import { nameHere } from '../shell/shop-here.ts'

/**
 * What was typed and not saved, kept in the browser's database so that a crash, a re-login or a closed window loses nothing.
 * It takes pictures too, which the storage of texts does not. Nothing here throws: without a database nothing is kept.
 */
export type Draft<Values> = {
  values: Values
  /** Version of what the draft began with; undefined for something new. */
  etag: string | undefined
  /** Milliseconds since 1970. */
  kept_at: number
  file?: File
}

export const courseDraft = (courseId: string): string => `course:${courseId}`

const DATABASE = 'skillhaat-admin'
const STORE = 'drafts'

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function inStore<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await open()
    try {
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction(STORE, mode)
        const request = act(transaction.objectStore(STORE))
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = () => reject(transaction.error)
      })
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

export const drafts = {
  read: async <Values>(name: string): Promise<Draft<Values> | undefined> =>
    ((await inStore('readonly', (store) => store.get(nameHere(name)))) ??
      // An earlier release did not tell the shops apart.
      (await inStore('readonly', (store) => store.get(name)))) as Draft<Values> | undefined,

  /** Answers whether it was kept. */
  write: async <Values>(name: string, draft: Draft<Values>): Promise<boolean> =>
    (await inStore('readwrite', (store) => {
      store.delete(name)
      return store.put(draft, nameHere(name))
    })) !== undefined,

  remove: async (name: string): Promise<void> =>
    void (await inStore('readwrite', (store) => {
      store.delete(name)
      return store.delete(nameHere(name))
    })),
}
