export type BoundedCache<T> = {
  get(key: string): T | undefined
  /** `bytes` is what the value weighs; one that weighs more than a quarter of all is not kept. */
  set(key: string, value: T, bytes: number): void
  delete(key: string): void
  clear(): void
}

/** Keeps the values used last, within a number of entries and of bytes. */
export function createBoundedCache<T>({
  maxEntries,
  maxBytes,
}: {
  maxEntries: number
  maxBytes: number
}): BoundedCache<T> {
  // A Map remembers the order of insertion: the first is the one not used for longest.
  const entries = new Map<string, { value: T; bytes: number }>()
  let total = 0

  function remove(key: string): void {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, bytes) {
      remove(key)
      if (bytes > maxBytes / 4) return
      entries.set(key, { value, bytes })
      total += bytes
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries && total <= maxBytes) break
        remove(oldest)
      }
    },
    delete: remove,
    clear() {
      entries.clear()
      total = 0
    },
  }
}
