import { PERIOD_FORM } from 'contract/access-period'
import type { CartEntry } from 'contract/carts'
import type { Touches } from 'contract/sources/read-touch'
import { ownPath } from '../paths.ts'

/** Every entry this store writes in the browser, with its form. */
export type StoredUser = {
  user_id: string
  name: string
  email: string
  phone: string
  /** The generated password of an account made at checkout, until it was used, changed or is a day old. */
  password?: string
  /** Time at which `password` was stored, milliseconds since 1970. */
  password_kept_at?: number
}

export type CartLine = {
  /** The course's id. */
  id: string
  name: string
  /** Rupees. */
  price: number
  banner: string
  /** Seats, whole number from 1. */
  quantity: number
  originalPrice?: number
  /** Length of the access, such as `P12M`; absent if it never expires. */
  access?: string
  /** Courses of a bundle with their ordinary prices in rupees; absent for a course. */
  includes?: { course_id: string; price: number }[]
  /** Ways to pay that the course has beside the whole price; absent without any. */
  ways?: string[]
}

export type AdminInfo = { email: string; isAdmin: boolean }

type Entries = {
  user: StoredUser
  access_token: string
  token_type: string
  cart: CartLine[]
  /** The cart as this browser and the account last had it in common. */
  cart_with: { user_id: string; lines: CartEntry[] }
  /** Lines of the cart before Buy Now made it one course. */
  earlier_cart: CartLine[]
  promocode: string
  /** The links that led here, the first and the last of 90 days; `visit.ts` writes them. */
  touches: Touches
  /** Links that `first-page/touch-script.js` noted, a line each, until `visit.ts` reads them. */
  landed: string
  redirectAfterLogin: string
  admin_token: string
  admin_token_type: string
  admin_info: AdminInfo
  courses_cache: unknown[]
  /** Present when the visitor did not ask to be remembered: the session ends with the browser. */
  session_only: string
  theme: 'light' | 'dark'
  /** Language of emails that this browser last sent to the shop. */
  language_told: string
  /** Choices of the player; `player-choices.ts` checks them. */
  player: Record<string, unknown>
  /** Present when this browser prepares the videos of lessons by itself. */
  prepare_by_itself: 'on'
}

export type StorageKey = keyof Entries

/** Parses a stored text; undefined when it is no value. */
type Reader<T> = (text: string) => T | undefined

const plainText: Reader<string> = (text) => (text.length > 0 && text.length < 10_000 ? text : undefined)

const shortPath: Reader<string> = (text) => (text.length < 2000 ? ownPath(text) : undefined)

const json =
  <T>(check: (value: unknown) => T | undefined): Reader<T> =>
  (text) => {
    try {
      return check(JSON.parse(text))
    } catch {
      return undefined
    }
  }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function asUser(value: unknown): StoredUser | undefined {
  if (!isRecord(value) || typeof value.user_id !== 'string' || value.user_id === '') return undefined
  const field = (name: string) => (typeof value[name] === 'string' ? (value[name] as string) : '')
  const user: StoredUser = { user_id: value.user_id, name: field('name'), email: field('email'), phone: field('phone') }
  if (field('password')) user.password = field('password')
  if (typeof value.password_kept_at === 'number') user.password_kept_at = value.password_kept_at
  return user
}

function asCartLine(value: unknown): CartLine | undefined {
  if (!isRecord(value) || typeof value.id !== 'string' || value.id === '' || typeof value.name !== 'string')
    return undefined
  const { price, quantity, originalPrice } = value
  if (typeof price !== 'number' || !(price >= 0) || !Number.isFinite(price)) return undefined
  const seats = typeof quantity === 'number' && Number.isInteger(quantity) && quantity >= 1 ? quantity : 1
  const banner = typeof value.banner === 'string' ? value.banner : ''
  const line: CartLine = { id: value.id, name: value.name, price, banner, quantity: seats }
  if (typeof originalPrice === 'number' && Number.isFinite(originalPrice)) line.originalPrice = originalPrice
  if (typeof value.access === 'string' && PERIOD_FORM.test(value.access)) line.access = value.access
  if (Array.isArray(value.includes)) line.includes = value.includes.filter(isRecord) as CartLine['includes']
  if (Array.isArray(value.ways)) line.ways = value.ways.filter((way) => typeof way === 'string')
  return line
}

function asCart(value: unknown): CartLine[] | undefined {
  if (!Array.isArray(value)) return undefined
  const lines = value.map(asCartLine).filter((line) => line !== undefined)
  return lines.filter((line, index) => lines.findIndex((other) => other.id === line.id) === index)
}

function asAdminInfo(value: unknown): AdminInfo | undefined {
  if (!isRecord(value) || typeof value.email !== 'string') return undefined
  return { email: value.email, isAdmin: value.isAdmin === true }
}

const record = json((value) => (isRecord(value) ? value : undefined))

const readers: { [Key in StorageKey]: Reader<Entries[Key]> } = {
  user: json(asUser),
  access_token: plainText,
  token_type: plainText,
  cart: json(asCart),
  cart_with: json((value) => value as Entries['cart_with']),
  earlier_cart: json(asCart),
  promocode: plainText,
  touches: record as Reader<Touches>,
  landed: plainText,
  redirectAfterLogin: shortPath,
  admin_token: plainText,
  admin_token_type: plainText,
  admin_info: json(asAdminInfo),
  courses_cache: json((value) => (Array.isArray(value) ? value : undefined)),
  session_only: plainText,
  language_told: plainText,
  theme: (text) => (text === 'light' || text === 'dark' ? text : undefined),
  player: record,
  prepare_by_itself: (text) => (text === 'on' ? text : undefined),
}

export const storageKeys = Object.keys(readers) as StorageKey[]

/** Marks a tab in which an admin views the shop as a student. */
export const VIEW = 'read_only_view'

export const isView = (): boolean => attempt(() => globalThis.sessionStorage?.getItem(VIEW)) === '1'

/** Such a tab has its own storage: it must not sign the browser's own person out, nor read their cart. */
const storageArea = (): Area => overlay ?? (isView() ? sessionStorage : localStorage)

type Area = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Replaces the browser's storage until the page is left. */
let overlay: Area | undefined

/** Entries that the storage refused; this page uses them as if they were stored. */
const unstored = new Map<StorageKey, string>()

/**
 * Typed access to the browser's storage. Nothing here throws: a value that does not parse is dropped. A full or forbidden storage makes
 * `write` return false, and memory has the entry until the page is left.
 */
export const storage = {
  read<Key extends StorageKey>(key: Key): Entries[Key] | undefined {
    const text = unstored.get(key) ?? attempt(() => storageArea().getItem(key))
    if (text === undefined || text === null) return undefined
    const value = readers[key](text)
    if (value === undefined) storage.remove(key)
    return value
  },

  write<Key extends StorageKey>(key: Key, value: Entries[Key]): boolean {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    unstored.delete(key)
    if (save(key, text)) return true
    // The offline catalogue is the only big entry, and the only one nobody would miss.
    if (key === 'courses_cache') return false
    storage.remove('courses_cache')
    if (save(key, text)) return true
    // An older text is worse than none.
    storage.remove(key)
    if (typeof window !== 'undefined') unstored.set(key, text)
    return false
  },

  /** Puts another area before the browser's, for the life of this page: of a buy link. */
  cover(area: Area): void {
    overlay = area
  },

  isCovered: (): boolean => overlay !== undefined,

  /** Makes the tab an ordinary one again. */
  leaveView(): void {
    attempt(() => globalThis.sessionStorage?.removeItem(VIEW))
  },

  remove(...keys: StorageKey[]): void {
    for (const key of keys) {
      unstored.delete(key)
      attempt(() => storageArea().removeItem(key))
    }
  },

  /**
   * Calls `listener` when another tab changed one of `keys` (or cleared everything), and when the browser restores this page, which missed
   * all events meanwhile. Returns a function that stops.
   */
  watch(keys: readonly StorageKey[], listener: (key?: string | null) => void): () => void {
    if (typeof window === 'undefined') return () => {}
    const onStorage = (event: StorageEvent) => {
      if (event.key !== null && !keys.includes(event.key as StorageKey)) return
      for (const key of keys) if (event.key === null || event.key === key) unstored.delete(key)
      listener(event.key)
    }
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) listener()
    }
    window.addEventListener('storage', onStorage)
    window.addEventListener('pageshow', onPageShow)
    return () => {
      window.removeEventListener('storage', onStorage)
      window.removeEventListener('pageshow', onPageShow)
    }
  },
}

function save(key: StorageKey, text: string): boolean {
  return (
    attempt(() => {
      storageArea().setItem(key, text)
      return true
    }) === true
  )
}

/** Storage can be missing (server), forbidden (privacy settings) or full: each of them is an exception. */
function attempt<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}
