export type BoundedCache<T> = {
  get(key: string): T | undefined
  /** `bytes` weighs the value; one above a quarter of the bound is not cached. */
  set(key: string, value: T, bytes: number): void
  delete(key: string): void
  clear(): void
}

/** Caches recently used values, bounded by entries and by bytes. */
export function createBoundedCache<T>({
  maxEntries,
  maxBytes,
}: {
  maxEntries: number
  maxBytes: number
}): BoundedCache<T> {
  // A Map preserves insertion order: the first is the least recently used.
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
