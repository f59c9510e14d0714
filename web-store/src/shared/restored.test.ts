import { expect, it } from 'vitest'
import { restored } from './restored.ts'

const line = (id: string, quantity = 1) => ({ id, name: id, price: 100, banner: '', quantity })

it('lines removed by mistake return beside newer ones', () => {
  const before = [line('reels', 3), line('scripts')]
  expect(restored(before)([line('scripts', 2), line('late')])).toEqual([
    line('reels', 3),
    line('scripts', 2),
    line('late'),
  ])
})

it('a cart never grows over fifty seats', () => {
  expect(restored([line('reels', 3)])([line('late', 48)])).toEqual([line('late', 48)])
})
