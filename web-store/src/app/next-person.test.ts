import type { AnyContractRouter } from '@orpc/contract'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { contract } from 'contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { adminSession, useAdminSession } from '../admin/host/admin-session.ts'
import { forgetWhoLeaves as forgetAdmin } from '../admin/shell/next-admin.ts'
import { accessOf } from '../api/decode-error.ts'
import { installBrowserStorage } from '../stores/browser-storage.ts'
import { studentDrafts, visitorDrafts } from '../stores/drafts.ts'
import { session, startSession, useSession } from '../stores/session.ts'
import { storageKeys } from '../stores/storage.ts'
import { forgetWhoLeaves } from './next-person.ts'

/** Lists the paths of all calls in the contract. */
function callsOf(tree: object, path: string[] = []): string[][] {
  return Object.entries(tree).flatMap(([name, node]) =>
    '~orpc' in node ? [[...path, name]] : callsOf(node as AnyContractRouter, [...path, name]),
  )
}

const calls = callsOf(contract)
/** Calls of the console, whose names are not part of the store. */
const ofConsole = (path: string[]) => {
  const call = path.reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], contract)
  return (call as { '~orpc': { route: { path?: string } } })['~orpc'].route.path?.startsWith('/admin/') === true
}
const publicCalls = calls.filter((path) => accessOf(contract, path) === 'public' && !ofConsole(path))

const asha = { user_id: 'usr_asha', name: 'Asha', email: 'asha@example.com', phone: '9876543210' }
const bela = { user_id: 'usr_bela', name: 'Bela', email: 'bela@example.com', phone: '9876543211' }

const note = { text: 'An hour of writing', second: null, key: 'key of a note' }

let queries: QueryClient
let browser: ReturnType<typeof installBrowserStorage>
let stop: () => void
beforeEach(() => {
  browser = installBrowserStorage()
  const stored = new Map<string, string>()
  Object.assign(globalThis, {
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
      removeItem: (key: string) => void stored.delete(key),
    },
  })
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  startSession()
  useAdminSession.setState({ session: undefined, ready: true })
})
afterEach(() => stop())

/** Adds an answer of every call, under its full key and the shorter key of paged lists. */
function fill() {
  for (const path of calls) {
    queries.setQueryData([path, { type: 'query', input: {} }], { of: 'the last person' })
    queries.setQueryData([[path[0]], 'list', {}], { of: 'the last person' })
  }
}

const left = () =>
  queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryKey }) => (queryKey[0] as string[]).join('.'))
    .sort()

const open = publicCalls.map((path) => path.join('.')).sort()

const changes: Record<string, () => void> = {
  'logs out': () => session.signOut(),
  'loses the session': () => session.expire(),
  'is replaced by another in this tab': () => session.signIn({ user: bela, token: 'b' }),
  'is replaced by another in another tab': () => browser.otherTab('user', JSON.stringify(bela)),
  'logs out in another tab': () => browser.otherTab('user', null),
}

it.each(Object.entries(changes))('only public answers of the contract’s calls stay when a student %s', (_, go) => {
  expect(open.length).toBeGreaterThan(5)
  expect(open.length).toBeLessThan(calls.length / 2)
  session.signIn({ user: asha, token: 'a' })
  stop = forgetWhoLeaves(queries)
  fill()
  queries.getMutationCache().build(queries, { mutationFn: async () => 'done' })
  visitorDrafts.keep('billing', { billing_name: 'Asha Traders' })
  studentDrafts.keep('note one', note)
  go()
  expect(left()).toEqual(open)
  expect(queries.getMutationCache().getAll()).toEqual([])
  expect(visitorDrafts.read('billing')).toBeUndefined()
  expect(studentDrafts.read('note one')).toBeUndefined()
})

/**
 * Removes from the storage what `go` removes, in order, as another tab sees it: everything is gone at the first event.
 */
function inAnotherTab(go: () => void): void {
  const taken: string[] = []
  const { removeItem } = localStorage
  localStorage.removeItem = (key) => void taken.push(key)
  const was = useSession.getState()
  stop()
  go()
  useSession.setState(was)
  stop = forgetWhoLeaves(queries)
  localStorage.removeItem = removeItem
  for (const key of taken) browser.texts.delete(key)
  for (const key of taken) browser.otherTab(key, null)
}

const places: Record<string, (go: () => void) => void> = { 'this tab': (go) => go(), 'another tab': inAnotherTab }

describe.each(Object.entries(places))('the input under a lesson, when its student in %s', (_, there) => {
  beforeEach(() => {
    session.signIn({ user: asha, token: 'a' })
    stop = forgetWhoLeaves(queries)
    studentDrafts.keep('note one', note)
  })

  it('loses the session, and gets the input back, unlike any other person', () => {
    there(() => session.expire())
    expect(studentDrafts.read('note one')).toBeUndefined()
    studentDrafts.keep('note one', undefined)
    session.signIn({ user: asha, token: 'a2' })
    expect(studentDrafts.read('note one')).toEqual(note)
    there(() => session.expire())
    session.signIn({ user: bela, token: 'b' })
    expect([studentDrafts.read('note one'), sessionStorage.getItem('lesson_drafts')]).toEqual([undefined, null])
    session.signIn({ user: asha, token: 'a3' })
    expect(studentDrafts.read('note one')).toBeUndefined()
  })

  it.each([
    ['logs out', () => session.signOut()],
    ['is deleted', () => session.end()],
  ])('%s, is erased', (_, leave) => {
    there(leave)
    expect(sessionStorage.getItem('lesson_drafts')).toBeNull()
  })
})

it('a tab reopened with another person’s input erases it', () => {
  session.signIn({ user: asha, token: 'a' })
  studentDrafts.keep('note one', note)
  session.signIn({ user: bela, token: 'b' })
  stop = forgetWhoLeaves(queries)
  expect(studentDrafts.read('note one')).toBeUndefined()
  expect(sessionStorage.getItem('lesson_drafts')).toBeNull()
})

/**
 * Entries that may stay after a log-out: cart, language and player speed belong to the visitor, the console has its own
 * session, and the token is dead by then.
 */
const MAY_STAY = [
  'cart',
  // Says which account the cart belongs to, so that no other one receives it.
  'cart_with',
  'earlier_cart',
  'promocode',
  'touches',
  'landed',
  'courses_cache',
  'theme',
  'language_told',
  'player',
  'redirectAfterLogin',
  'access_token',
  'token_type',
  'admin_token',
  'admin_token_type',
  'admin_info',
  'prepare_by_itself',
]

it('no stored data about a student survives a log-out', () => {
  session.signIn({ user: asha, token: 'a' })
  stop = forgetWhoLeaves(queries)
  for (const key of storageKeys) if (!browser.texts.has(key)) browser.texts.set(key, '/kept')
  session.signOut()
  expect([...browser.texts.keys()].toSorted()).toEqual(MAY_STAY.toSorted())
})

it.each([
  ['logs out', 'forget', () => session.signOut()],
  ['is replaced by another', 'forget', () => session.signIn({ user: bela, token: 'b' })],
  ['loses the session', 'end', () => session.expire()],
] as const)('the worker is notified when a student %s, on every page', (_, word, go) => {
  const notified: string[] = []
  vi.stubGlobal('navigator', { serviceWorker: { controller: { postMessage: (one: string) => notified.push(one) } } })
  session.signIn({ user: asha, token: 'a' })
  stop = forgetWhoLeaves(queries)
  go()
  vi.unstubAllGlobals()
  expect(notified).toEqual([word])
})

it('an open screen shows nothing of the last person, and fetches for the next', async () => {
  session.signIn({ user: asha, token: 'a' })
  stop = forgetWhoLeaves(queries)
  const whose = () => session.authorization()
  const options = { queryKey: [['account', 'dashboard'], { type: 'query' }], queryFn: async () => whose() }
  const observer = new QueryObserver(queries, options)
  const seen: unknown[] = []
  const end = observer.subscribe(({ data }) => seen.push(data))
  await queries.fetchQuery(options)
  expect(seen.at(-1)).toBe('bearer a')
  session.signIn({ user: bela, token: 'b' })
  expect(observer.getCurrentResult().data).toBeUndefined()
  await queries.fetchQuery(options)
  expect(seen.at(-1)).toBe('bearer b')
  end()
})

it('the same person stays: a changed name or a new token drops nothing, and a login at checkout preserves the input', () => {
  stop = forgetWhoLeaves(queries)
  visitorDrafts.keep('billing', { billing_name: 'Asha Traders' })
  session.signIn({ user: asha, token: 'a' })
  expect(visitorDrafts.read('billing')).toEqual({ billing_name: 'Asha Traders' })
  fill()
  const all = left()
  session.updateUser({ name: 'Asha Devi' })
  session.replaceToken('a2')
  expect(left()).toEqual(all)
})

it.each([
  ['logs out', () => adminSession.signOut()],
  ['is replaced by another', () => adminSession.signIn({ email: 'other@example.com', token: 'b' })],
] as const)('the console retains only public answers of the contract when an admin %s', (_, go) => {
  adminSession.signIn({ email: 'owner@example.com', token: 'a' })
  stop = forgetAdmin(queries)
  fill()
  go()
  expect(left()).toEqual(open)
})
