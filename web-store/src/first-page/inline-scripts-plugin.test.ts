import { contract } from 'contract'
import { expect, test } from 'vitest'
import { readsAhead, readsByAddress } from './inline-scripts-plugin.ts'

type Declared = { '~orpc': { route: { method: string; path: string }; meta: { access: string } } }

test('each call that a page makes ahead is a read of the contract, for students', () => {
  const calls = Object.values(contract).flatMap((group) => Object.values(group) as unknown as Declared[])
  for (const path of Object.values(readsAhead).flat()) {
    const found = calls.find((call) => call['~orpc'].route.path === path)?.['~orpc']
    expect([path, found?.route.method, found?.meta.access]).toEqual([path, 'GET', 'user'])
  }
})

test('the address of a lesson fills its calls, and that of a screen below has none', () => {
  const requestsOf = (address: string) =>
    readsByAddress.flatMap(([screen, calls]) => {
      const [, part = ''] = address.match(screen as string) ?? []
      return new RegExp(screen as string).test(address)
        ? (calls as string[]).map((call) => call.replace('$1', part))
        : []
    })
  expect(requestsOf('/learn/reels')).toEqual(['/user/courses/get_content/reels', '/user/dashboard'])
  expect(requestsOf('/dashboard')).toEqual(['/user/dashboard'])
  expect(['/learn/reels/work', '/dashboard/orders', '/'].flatMap(requestsOf)).toEqual([])
})
