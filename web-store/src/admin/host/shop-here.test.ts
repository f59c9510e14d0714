import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { installBrowserDisk } from '../../offline/browser-disk.ts'
import { drafts } from '../forms/editor-drafts.ts'
import { consoleDrafts } from '../forms/use-action-form.ts'
import { ownRows } from '../media/queue/own-rows.ts'
import type { StoredUpload } from '../media/queue/upload-types.ts'
import { useAdminSession } from './admin-session.ts'
import { setShopHere } from './shop-here.ts'

// The desktop app: one origin for every shop that is looked after in it.

beforeEach(() => {
  installBrowserDisk()
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  })
  // The window of before is closed: nobody holds its lock.
  vi.stubGlobal('navigator', {})
})

afterEach(() => {
  setShopHere(undefined)
  vi.unstubAllGlobals()
})

const rowsHere = () => ownRows<StoredUpload>('skillhaat-uploads')
const upload = (key: string) => ({ key, name: `${key}.mp4`, state: 'open' }) as StoredUpload

it('a queue takes up what it left for its own shop, and what an earlier release left', async () => {
  await rowsHere().save(upload('of an earlier release'))
  setShopHere('https://one.example')
  const one = rowsHere()
  expect(await one.load()).toEqual([upload('of an earlier release')])
  await one.save(upload('of one'))
  setShopHere('https://other.example')
  expect(await rowsHere().load()).toEqual([])
  setShopHere('https://one.example')
  expect(await rowsHere().load()).toEqual([upload('of an earlier release'), upload('of one')])
})

it('a draft is offered in its own shop alone, and one of an earlier release in the shop that is open', async () => {
  const draft = (values: string) => ({ values, etag: undefined, kept_at: 1 })
  const read = async (name: string) => (await drafts.read(name))?.values
  await drafts.write('course:old', draft('of an earlier release'))
  setShopHere('https://one.example')
  expect(await read('course:old')).toBe('of an earlier release')
  await drafts.write('course:old', draft('typed on'))
  await drafts.write('course:reels', draft('of one'))
  setShopHere('https://other.example')
  expect([await read('course:old'), await read('course:reels')]).toEqual([undefined, undefined])
  await drafts.write('course:reels', draft('of the other'))
  await drafts.remove('course:reels')
  setShopHere('https://one.example')
  expect([await read('course:old'), await read('course:reels')]).toEqual(['typed on', 'of one'])
  await drafts.remove('course:reels')
  expect(await read('course:reels')).toBeUndefined()
})

it('the forms of one shop hide what an admin typed in another', () => {
  const email = 'asha@example.com'
  useAdminSession.setState({ session: { email, token: 't', tokenType: 'bearer' } })
  setShopHere('https://one.example')
  consoleDrafts.open(email)
  consoleDrafts.keep('refund:ord_1', { key: 'key of the refund' })
  consoleDrafts.open(email)
  expect(consoleDrafts.read('refund:ord_1')).toEqual({ key: 'key of the refund' })
  setShopHere('https://other.example')
  consoleDrafts.open(email)
  expect(consoleDrafts.read('refund:ord_1')).toBeUndefined()
  consoleDrafts.keep('note:1', 'of the other')
  // Back again, each time by a reload: a refund whose answer was lost must not go out under another key.
  setShopHere('https://one.example')
  consoleDrafts.open(email)
  expect([consoleDrafts.read('refund:ord_1'), consoleDrafts.read('note:1')]).toEqual([
    { key: 'key of the refund' },
    undefined,
  ])
  consoleDrafts.open('ravi@example.com')
  consoleDrafts.open(email)
  expect(consoleDrafts.read('refund:ord_1')).toBeUndefined()
})
