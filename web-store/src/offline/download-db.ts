/** A file of a lesson, by its address without a query. `bytes` is null until its first response. */
export type StoredFile = { path: string; bytes: number | null }

/** The server's last answer: the expiry of the lesson, and the same by this device's clock. */
export type StoredTerm = { ends_at: string; ends_ms: number }

/** `keeping` continues after a closed page: received data stays, and the rest can be requested. */
export type DownloadState = 'keeping' | 'kept'

export type DownloadedLesson = {
  lesson_id: string
  course_id: string
  course_name: string
  title: string
  /** Size of all its files, as far as the shop knows it in advance. */
  bytes: number
  /** Bytes received so far. */
  arrived: number
  state: DownloadState
  files: StoredFile[]
  term: StoredTerm
  kept_ms: number
  /** The shop has newer files. */
  old?: boolean
  /** Height of the chosen quality, if the video has several. */
  height?: number
}

/** The owner of the downloads; only one at a time. */
export type Owner = {
  user_id: string
  /** The session of the downloads: addresses of another one open nothing. */
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

type Stores = {
  owner: { key: string; value: Owner }
  lessons: { key: string; value: DownloadedLesson }
  courses: { key: string; value: ArrayBuffer }
  chunks: { key: [path: string, index: number]; value: ArrayBuffer }
  late: { key: number; value: LateEntry }
}
type Name = keyof Stores

const DATABASE = 'kept'
const OWNER = 'owner'

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => {
      for (const name of [OWNER, 'lessons', 'courses', 'chunks']) request.result.createObjectStore(name)
      request.result.createObjectStore('late', { autoIncrement: true })
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
async function transact<T>(
  names: Name[],
  mode: IDBTransactionMode,
  work: (store: (name: Name) => IDBObjectStore) => IDBRequest<T> | undefined,
): Promise<T | undefined> {
  const transaction = (await open()).transaction(names, mode)
  const request = work((name) => transaction.objectStore(name))
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  return request?.result
}

/** Returns the key range of a file's chunks. */
const chunksOf = (path: string) => IDBKeyRange.bound([path, 0], [path, Number.POSITIVE_INFINITY])

/** Stores the downloads of one student in this browser, in one database. */
export const downloads = {
  get: <N extends Name>(name: N, key: Stores[N]['key']) =>
    transact<Stores[N]['value']>([name], 'readonly', (store) => store(name).get(key)),

  all: async <N extends Name>(name: N) =>
    (await transact<Stores[N]['value'][]>([name], 'readonly', (store) => store(name).getAll())) ?? [],

  put: <N extends Name>(name: N, value: Stores[N]['value'], key?: Stores[N]['key']) =>
    transact<IDBValidKey>([name], 'readwrite', (store) => store(name).put(value, key)),

  delete: <N extends Name>(name: N, key: Stores[N]['key']) =>
    transact([name], 'readwrite', (store) => store(name).delete(key)),

  owner: () => downloads.get(OWNER, OWNER),
  own: (owner: Owner) => downloads.put(OWNER, owner, OWNER),

  /** Changes a row in one step, also against other tabs; a deleted row stays deleted. */
  async change<N extends Name>(
    name: N,
    key: Stores[N]['key'],
    how: (value: Stores[N]['value']) => Stores[N]['value'],
  ): Promise<Stores[N]['value'] | undefined> {
    let changed: Stores[N]['value'] | undefined
    await transact([name], 'readwrite', (store) => {
      const request = store(name).get(key) as IDBRequest<Stores[N]['value'] | undefined>
      request.onsuccess = () => {
        if (request.result === undefined) return
        changed = how(request.result)
        store(name).put(changed, key)
      }
      return undefined
    })
    return changed
  },

  changeOwner: (how: (owner: Owner) => Owner) => downloads.change(OWNER, OWNER, how),

  /** Stores a chunk with the progress of its lesson; does nothing if the download was removed. */
  async putChunk(lesson: DownloadedLesson, path: string, index: number, chunk: ArrayBuffer): Promise<boolean> {
    let there = false
    await transact(['lessons', 'chunks'], 'readwrite', (store) => {
      const request = store('lessons').getKey(lesson.lesson_id)
      request.onsuccess = () => {
        if (request.result === undefined) return
        there = true
        store('chunks').put(chunk, [path, index])
        store('lessons').put(lesson, lesson.lesson_id)
      }
      return undefined
    })
    return there
  },

  /** Counts the received chunks of a file. */
  countChunks: async (path: string) =>
    (await transact<number>(['chunks'], 'readonly', (store) => store('chunks').count(chunksOf(path)))) ?? 0,

  /** Removes a lesson, or only these of its files, except files shared with other lessons. */
  async drop(
    lesson: DownloadedLesson,
    others: readonly DownloadedLesson[],
    only?: readonly StoredFile[],
  ): Promise<void> {
    const needed = new Set(
      others.filter((one) => one.lesson_id !== lesson.lesson_id).flatMap(({ files }) => files.map(({ path }) => path)),
    )
    await transact(['lessons', 'chunks'], 'readwrite', (store) => {
      if (!only) store('lessons').delete(lesson.lesson_id)
      for (const { path } of only ?? lesson.files) if (!needed.has(path)) store('chunks').delete(chunksOf(path))
      return undefined
    })
  },

  /** Removes the lessons, but not the entries that wait to be sent. */
  wipeLessons: () =>
    transact(['lessons', 'courses', 'chunks'], 'readwrite', (store) => {
      for (const name of ['lessons', 'courses', 'chunks'] as const) store(name).clear()
      return undefined
    }),

  /** Lists those entries with their keys, in order. */
  async lateEntries(): Promise<{ key: number; entry: LateEntry }[]> {
    let keys: IDBRequest<IDBValidKey[]> | undefined
    const entries = await transact<LateEntry[]>(['late'], 'readonly', (store) => {
      keys = store('late').getAllKeys()
      return store('late').getAll()
    })
    return (entries ?? []).map((entry, at) => ({ entry, key: Number(keys?.result[at]) }))
  },

  /** Removes everything, including the key. */
  wipe: () =>
    transact([OWNER, 'lessons', 'courses', 'chunks', 'late'], 'readwrite', (store) => {
      for (const name of [OWNER, 'lessons', 'courses', 'chunks', 'late'] as const) store(name).clear()
      return undefined
    }),
}

/** Encrypted offline activity to be sent; its reader knows the format. */
type LateEntry = { kind: 'beat' | 'note' | 'try'; sealed: ArrayBuffer }
