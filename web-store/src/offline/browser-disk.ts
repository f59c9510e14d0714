import type { Owner } from './offline-db.ts'

/** For tests: a browser database as far as `offline-db.ts` uses one, with serial all-or-nothing transactions. */

type Row = { key: unknown; value: unknown }
type Table = { rows: Row[]; next: number }
type Range = { lower: unknown; upper: unknown }
type DiskRequest = {
  result: unknown
  error: unknown
  onsuccess?: () => void
  onerror?: () => void
  onupgradeneeded?: () => void
}

/** Compares keys in the order of databases: numbers, texts, lists. */
function compare(one: unknown, other: unknown): number {
  if (Array.isArray(one) && Array.isArray(other)) return compare(one[0], other[0]) || compare(one[1], other[1])
  return one === other ? 0 : (one as number) < (other as number) ? -1 : 1
}

const isIn = (key: unknown, wanted: unknown) => {
  const { lower, upper } = (wanted ?? {}) as Range
  if (lower === undefined) return compare(key, wanted) === 0
  return compare(key, lower) >= 0 && compare(key, upper) <= 0
}

class Transaction {
  oncomplete = () => {}
  onabort = () => {}
  error: unknown
  private steps: (() => void)[] = []
  private disk: Disk

  constructor(disk: Disk) {
    this.disk = disk
    disk.turn = disk.turn.then(() => this.run())
  }

  objectStore = (name: string) => {
    const table = () => this.disk.tables.get(name) as Table
    const find = (key: unknown) => table().rows.find((row) => isIn(row.key, key))
    const remove = (key: unknown) => {
      table().rows = table().rows.filter((row) => !isIn(row.key, key))
    }
    const query = (work: () => unknown) => {
      const request: DiskRequest = { result: undefined, error: undefined }
      this.steps.push(() => {
        request.result = work()
        request.onsuccess?.()
      })
      return request
    }
    return {
      get: (key: unknown) => query(() => structuredClone(find(key)?.value)),
      getKey: (key: unknown) => query(() => find(key)?.key),
      getAll: () => query(() => table().rows.map(({ value }) => structuredClone(value))),
      getAllKeys: () => query(() => table().rows.map(({ key }) => key)),
      count: (range: unknown) => query(() => table().rows.filter(({ key }) => isIn(key, range)).length),
      delete: (key: unknown) => query(() => remove(key)),
      clear: () =>
        query(() => {
          table().rows = []
        }),
      put: (value: unknown, input?: unknown) =>
        query(() => {
          if (this.disk.full(name)) throw new DOMException('The disk is full', 'QuotaExceededError')
          const key = input ?? table().next++
          remove(key)
          table().rows.push({ key, value: structuredClone(value) })
          table().rows.sort((one, other) => compare(one.key, other.key))
        }),
    }
  }

  private run() {
    const before = new Map([...this.disk.tables].map(([name, { rows, next }]) => [name, { rows: [...rows], next }]))
    try {
      for (let step = this.steps.shift(); step; step = this.steps.shift()) step()
      this.oncomplete()
    } catch (error) {
      this.disk.tables = before
      this.error = error
      this.onabort()
    }
  }
}

type Disk = { tables: Map<string, Table>; turn: Promise<unknown>; full: (name: string) => boolean }

/** Installs an empty disk for this process. */
export function installBrowserDisk() {
  const disk: Disk = { tables: new Map(), turn: Promise.resolve(), full: () => false }
  const database = {
    createObjectStore: (name: string) => disk.tables.set(name, { rows: [], next: 1 }),
    transaction: () => new Transaction(disk),
    close: () => {},
  }
  const open = () => {
    const request: DiskRequest = { result: database, error: undefined }
    queueMicrotask(() => {
      if (disk.tables.size === 0) request.onupgradeneeded?.()
      request.onsuccess?.()
    })
    return request
  }
  const bound = (lower: unknown, upper: unknown): Range => ({ lower, upper })
  Object.assign(globalThis, { indexedDB: { open }, IDBKeyRange: { bound } })
  return {
    /** Returns the rows of a table as stored. */
    rows: (name: string): unknown[] => disk.tables.get(name)?.rows.map(({ value }) => value) ?? [],
    counts: () => Object.fromEntries([...disk.tables].map(([name, { rows }]) => [name, rows.length])),
    /** Refuses further writes to these tables. */
    fill: (...names: string[]) => {
      disk.full = (name) => names.includes(name)
    },
    owner: () => disk.tables.get('owner')?.rows[0]?.value as Owner | undefined,
    clear: () => {
      disk.full = () => false
      for (const table of disk.tables.values()) table.rows = []
    },
  }
}
