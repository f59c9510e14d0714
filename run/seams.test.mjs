import { expect, test } from 'vitest'
import { readSeams, seamProblems } from './seams.mjs'

const optional = ['web-store/src/admin/parts', 'server/src/sales/parts']
const slot = (type, ...files) => ({ from: 'web-store/src/admin/orders/OrdersTab.tsx', type, files })
const problems = ({ slots = [], hooks = [] }) => seamProblems({ slots, hooks, optional })

test('every slot and hook of the house has a type and two who join, or one of an optional feature', async () => {
  const seams = await readSeams()
  expect(seams.slots.length).toBeGreaterThan(30)
  expect(seamProblems(seams)).toEqual([])
})

test('a slot without a type is refused', () => {
  expect(problems({ slots: [slot(undefined, 'a.tsx', 'b.tsx')] })).toEqual([expect.stringContaining('without a type')])
})

test('a slot that one file of the trunk fills is refused, and one that an optional feature fills stays', () => {
  expect(problems({ slots: [slot('Part', 'web-store/src/admin/lists/One.tsx')] })).toHaveLength(1)
  expect(problems({ slots: [slot('Part')] })).toHaveLength(1)
  expect(problems({ slots: [slot('Part', 'web-store/src/admin/parts/One.tsx')] })).toEqual([])
})

test('a hook that one feature of the trunk joins is refused', () => {
  const hook = (...joiners) => ({ name: 'orderPaid', joiners })
  expect(problems({ hooks: [hook('server/src/sales/documents/documents.hooks.ts')] })).toHaveLength(1)
  expect(problems({ hooks: [hook('server/src/sales/parts/parts.hooks.ts')] })).toEqual([])
})
