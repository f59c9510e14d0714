// Release: moves a whole shop to another machine.

import { expect, inject, test } from 'vitest'
import { drillMoveShop } from './move-shop.ts'

test('the demo shop with odd names moves into an empty shop, and a recount is equal', {
  timeout: 240_000,
}, async () => {
  const { serverUrl } = inject('testDatabase')
  const { failures, counted } = await drillMoveShop({ serverUrl, prefix: 'move_shop' }, { students: 50, kills: 0 })
  expect(failures).toEqual([])
  expect(counted.filter(({ there }) => there === 0).map(({ what }) => what)).toEqual([])
})
