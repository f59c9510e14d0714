/** A file of a lesson, by its address without a query. `bytes` is null until its first answer says it. */
export type KeptFile = { path: string; bytes: number | null }

/** What the server last said: the moment at which the lesson ends here, and the same by the clock of this device. */
export type KeptTerm = { ends_at: string; ends_ms: number }

/** `keeping` also after a page was closed in the middle: what has arrived stays, and the rest can be asked for. */
export type KeptState = 'keeping' | 'kept'

export type KeptLesson = {
  lesson_id: string
  course_id: string
  course_name: string
  title: string
  /** Of all its files, as far as the shop says it ahead. */
  bytes: number
  /** Of these, what has arrived. */
  arrived: number
  state: KeptState
  files: KeptFile[]
  term: KeptTerm
  kept_ms: number
  /** Its files are others at the shop by now. */
  old?: boolean
  /** Of the picture that was chosen, where the video has several. */
  height?: number
}

/** Whose lessons these are. There is one at a time. */
export type Owner = {
  user_id: string
  /** The session that keeps them: addresses of another one open nothing. */
  session_id: string
  /** Leaves the browser's own store in no form. */
  key: CryptoKey
  /** The latest moment that the clock of this device has shown. */
  seen_ms: number
  /** Names this device to the shop, and numbers what it sends late. */
  device: string
  number: number
  /** What was sent and not yet confirmed: this batch, of all entries up to that key. */
  sending?: { number: number; upTo: number } | undefined
  /** When the shop was last asked, by the clock of this device. */
  asked_ms?: number | undefined
}

type Stores = {
  owner: { key: string; value: Owner }
  lessons: { key: string; value: KeptLesson }
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
      // Another release, or whoever clears the browser, is not kept waiting.
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

/** One transaction; answers what `work` asked for once all of it is on the disk. A full disk rejects with a `QuotaExceededError`. */
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

/** The path of a file, with all its chunks. */
const chunksOf = (path: string) => IDBKeyRange.bound([path, 0], [path, Number.POSITIVE_INFINITY])

/** What this browser keeps for one student, in one database. */
export const kept = {
  get: <N extends Name>(name: N, key: Stores[N]['key']) =>
    transact<Stores[N]['value']>([name], 'readonly', (store) => store(name).get(key)),

  all: async <N extends Name>(name: N) =>
    (await transact<Stores[N]['value'][]>([name], 'readonly', (store) => store(name).getAll())) ?? [],

  put: <N extends Name>(name: N, value: Stores[N]['value'], key?: Stores[N]['key']) =>
    transact<IDBValidKey>([name], 'readwrite', (store) => store(name).put(value, key)),

  delete: <N extends Name>(name: N, key: Stores[N]['key']) =>
    transact([name], 'readwrite', (store) => store(name).delete(key)),

  owner: () => kept.get(OWNER, OWNER),
  own: (owner: Owner) => kept.put(OWNER, owner, OWNER),

  /** Changes what is there in one step, also while another tab does; what is gone by then stays so. */
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

  changeOwner: (how: (owner: Owner) => Owner) => kept.change(OWNER, OWNER, how),

  /** A chunk together with how far its lesson is; nothing, when the lesson is not kept any more. */
  async putChunk(lesson: KeptLesson, path: string, index: number, chunk: ArrayBuffer): Promise<boolean> {
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

  /** How many chunks of a file have arrived. */
  countChunks: async (path: string) =>
    (await transact<number>(['chunks'], 'readonly', (store) => store('chunks').count(chunksOf(path)))) ?? 0,

  /** The lesson, or only these of its files: what no other lesson has goes from the disk. */
  async drop(lesson: KeptLesson, others: readonly KeptLesson[], only?: readonly KeptFile[]): Promise<void> {
    const needed = new Set(
      others.filter((one) => one.lesson_id !== lesson.lesson_id).flatMap(({ files }) => files.map(({ path }) => path)),
    )
    await transact(['lessons', 'chunks'], 'readwrite', (store) => {
      if (!only) store('lessons').delete(lesson.lesson_id)
      for (const { path } of only ?? lesson.files) if (!needed.has(path)) store('chunks').delete(chunksOf(path))
      return undefined
    })
  },

  /** The lessons, and not what waits to be sent. */
  wipeLessons: () =>
    transact(['lessons', 'courses', 'chunks'], 'readwrite', (store) => {
      for (const name of ['lessons', 'courses', 'chunks'] as const) store(name).clear()
      return undefined
    }),

  /** Those entries with their keys, in their order. */
  async lateEntries(): Promise<{ key: number; entry: LateEntry }[]> {
    let keys: IDBRequest<IDBValidKey[]> | undefined
    const entries = await transact<LateEntry[]>(['late'], 'readonly', (store) => {
      keys = store('late').getAllKeys()
      return store('late').getAll()
    })
    return (entries ?? []).map((entry, at) => ({ entry, key: Number(keys?.result[at]) }))
  },

  /** Everything, its key with it. */
  wipe: () =>
    transact([OWNER, 'lessons', 'courses', 'chunks', 'late'], 'readwrite', (store) => {
      for (const name of [OWNER, 'lessons', 'courses', 'chunks', 'late'] as const) store(name).clear()
      return undefined
    }),
}

/** What was done without a network and is to be told, sealed; who reads it knows the form. */
type LateEntry = { kind: 'beat' | 'note' | 'try'; sealed: ArrayBuffer }
