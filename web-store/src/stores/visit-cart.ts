import { isView, type StorageKey, storage } from './storage.ts'

/** Entries of the cart that this visit has apart from the browser's. */
const APART = new Set<string>(['cart', 'cart_with', 'earlier_cart', 'promocode'] satisfies StorageKey[])

/** Covers the stored cart with an empty one in memory, which the address fills again after a reload. */
export function coverCart(): void {
  const apart = new Map<string, string>()
  const own = () => (isView() ? sessionStorage : localStorage)
  storage.cover({
    getItem: (key) => (APART.has(key) ? (apart.get(key) ?? null) : own().getItem(key)),
    setItem: (key, text) => (APART.has(key) ? void apart.set(key, text) : own().setItem(key, text)),
    removeItem: (key) => (APART.has(key) ? void apart.delete(key) : own().removeItem(key)),
  })
}
