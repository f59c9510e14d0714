import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { installBrowserDisk } from '../../../offline/browser-disk.ts'
import { ownRows } from './own-rows.ts'

/** The locks of the open tabs. */
let held: { name: string }[] = []
const tab = () => ownRows<{ key: string }>('skillhaat-folder-runs')
const close = () => void held.pop()

beforeEach(() => {
  held = []
  installBrowserDisk()
  const locks = { request: (name: string) => held.push({ name }), query: async () => ({ held }) }
  vi.stubGlobal('navigator', { locks })
})
afterEach(() => void vi.unstubAllGlobals())

it('a tab takes over the rows of closed tabs, and none of an open one', async () => {
  const first = tab()
  await first.save({ key: 'a folder' })
  const second = tab()
  expect(await second.load()).toEqual([])
  await second.save({ key: 'another folder' })
  close()
  expect(await tab().load()).toEqual([{ key: 'another folder' }])
})

it('work that ends in one tab takes nothing from another', async () => {
  const [first, second] = [tab(), tab()]
  await first.save({ key: 'a folder' })
  await second.save({ key: 'another folder' })
  await first.remove('a folder')
  close()
  close()
  expect(await tab().load()).toEqual([{ key: 'another folder' }])
})
