/** The student whose data this browser stores; only one at a time. */
export type Owner = {
  user_id: string
  /** The session of downloads: addresses of another one open nothing. */
  session_id: string
  /** Never leaves the browser's own store. */
  key: CryptoKey
  /** The latest time that this device's clock has shown. */
  seen_ms: number
  /** The device id that the shop assigns. It identifies the numbered batches of late offline data. */
  device: string
  number: number
  /** The unconfirmed batch: all entries up to that key. */
  sending?: { number: number; upTo: number } | undefined
  /** The last contact with the shop, by this device's clock. */
  asked_ms?: number | undefined
}

const DATABASE = 'kept'
const OWNER = 'owner'
/** All are made at once: a feature that stores lessons needs no other version. */
const TABLES = [OWNER, 'lessons', 'courses', 'chunks', 'late'] as const
type Table = (typeof TABLES)[number]

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => {
      for (const name of TABLES) request.result.createObjectStore(name, { autoIncrement: name === 'late' })
    }
    request.onsuccess = () => {
      // Another release, or clearing the browser's data, must not wait.
      request.result.onversionchange = () => {
        request.result.close()
        opened = undefined
      }
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
  })
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

/**
 * Runs one transaction; resolves with the results of `work` once all of it is on disk. A full disk rejects with a
 * `QuotaExceededError`.
 */
export async function transact<T>(
  names: readonly Table[],
  mode: IDBTransactionMode,
  work: (store: (name: Table) => IDBObjectStore) => IDBRequest<T> | undefined,
): Promise<T | undefined> {
  const transaction = (await open()).transaction(names, mode)
  const request = work((name) => transaction.objectStore(name))
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  return request?.result
}

type Rows = { [Name in Table]?: { key: IDBValidKey; value: unknown } }

/** Reads and writes the rows that a feature stores in its tables. */
export const tablesOf = <Stores extends Rows>() => ({
  get: <N extends keyof Stores & Table>(name: N, key: Row<Stores, N>['key']) =>
    transact<Row<Stores, N>['value']>([name], 'readonly', (store) => store(name).get(key)),

  all: async <N extends keyof Stores & Table>(name: N) =>
    (await transact<Row<Stores, N>['value'][]>([name], 'readonly', (store) => store(name).getAll())) ?? [],

  put: <N extends keyof Stores & Table>(name: N, value: Row<Stores, N>['value'], key?: Row<Stores, N>['key']) =>
    transact<IDBValidKey>([name], 'readwrite', (store) => store(name).put(value, key)),

  delete: <N extends keyof Stores & Table>(name: N, key: Row<Stores, N>['key']) =>
    transact([name], 'readwrite', (store) => store(name).delete(key)),

  /** Changes a row in one step, also against other tabs; a deleted row stays deleted. */
  async change<N extends keyof Stores & Table>(
    name: N,
    key: Row<Stores, N>['key'],
    how: (value: Row<Stores, N>['value']) => Row<Stores, N>['value'],
  ): Promise<Row<Stores, N>['value'] | undefined> {
    let changed: Row<Stores, N>['value'] | undefined
    await transact([name], 'readwrite', (store) => {
      const request = store(name).get(key) as IDBRequest<Row<Stores, N>['value'] | undefined>
      request.onsuccess = () => {
        if (request.result === undefined) return
        changed = how(request.result)
        store(name).put(changed, key)
      }
      return undefined
    })
    return changed
  },
})

type Row<Stores extends Rows, N extends keyof Stores & Table> = NonNullable<Stores[N]>

/** Encrypted offline activity to be sent; its reader knows the format. */
type LateEntry = { kind: 'beat' | 'note' | 'try'; sealed: ArrayBuffer }

const tables = tablesOf<{ owner: { key: string; value: Owner }; late: { key: number; value: LateEntry } }>()

/** Stores offline data of one student in this browser, in one database. */
export const offlineDb = {
  ...tables,

  owner: () => tables.get(OWNER, OWNER),
  own: (owner: Owner) => tables.put(OWNER, owner, OWNER),
  changeOwner: (how: (owner: Owner) => Owner) => tables.change(OWNER, OWNER, how),

  /** Lists the entries that wait to be sent with their keys, in order. */
  async lateEntries(): Promise<{ key: number; entry: LateEntry }[]> {
    let keys: IDBRequest<IDBValidKey[]> | undefined
    const entries = await transact<LateEntry[]>(['late'], 'readonly', (store) => {
      keys = store('late').getAllKeys()
      return store('late').getAll()
    })
    return (entries ?? []).map((entry, at) => ({ entry, key: Number(keys?.result[at]) }))
  },

  /** Removes everything, including the key. */
  wipe: () => clear(TABLES),
}

/** Empties these tables together. */
export const clear = (names: readonly Table[]) =>
  transact(names, 'readwrite', (store) => {
    for (const name of names) store(name).clear()
    return undefined
  })
