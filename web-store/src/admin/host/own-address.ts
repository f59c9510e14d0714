/**
 * Replaces whole addresses of our own files in typed text by the paths that are stored: Copy gives an address that works anywhere, and a form
 * takes it as well. `store` is the public address of the store.
 */
export function withOwnPaths<T>(typed: T, store: string): T {
  const own = `${store.replace(/\/+$/, '')}/media/`
  const shorten = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.trim().startsWith(own) ? `/media/${value.trim().slice(own.length)}` : value
    if (Array.isArray(value)) return value.map(shorten)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, shorten(entry)]))
  }
  return shorten(typed) as T
}
