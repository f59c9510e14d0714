import { describe, expect, it } from 'vitest'
import { wayClear, wayPast } from './clear-of-focus.ts'

const corner = { left: 860, right: 1260, top: 720, bottom: 780 }
const below = { fromTop: false, height: 800 }

describe('`clearOfFocus`', () => {
  it('moves notices above the focused element in their corner, and only then', () => {
    expect(wayClear(corner, { left: 1000, right: 1100, top: 740, bottom: 784 }, below)).toBe(-52)
    expect(wayClear(corner, { left: 100, right: 200, top: 740, bottom: 784 }, below)).toBe(0)
    expect(wayClear(corner, { left: 1000, right: 1100, top: 600, bottom: 644 }, below)).toBe(0)
  })

  it('moves notices below the element if they start at the top, and leaves them without room', () => {
    const top = { left: 16, right: 374, top: 76, bottom: 136 }
    expect(wayClear(top, { left: 20, right: 300, top: 90, bottom: 134 }, { fromTop: true, height: 844 })).toBe(70)
    expect(wayClear(top, { left: 0, right: 390, top: 0, bottom: 844 }, { fromTop: true, height: 844 })).toBe(0)
    expect(wayClear(corner, { left: 720, right: 1280, top: 0, bottom: 800 }, below)).toBe(0)
  })

  it('moves notices past the title of the page and the focused field below it', () => {
    const top = { left: 16, right: 374, top: 76, bottom: 136 }
    const title = { left: 16, right: 374, top: 77, bottom: 115 }
    const field = { left: 16, right: 374, top: 180, bottom: 230 }
    const sides = { fromTop: true, height: 844 }
    expect(wayPast(top, [title], sides)).toBe(51)
    expect(wayPast(top, [field, title], sides)).toBe(166)
    expect(wayPast(top, [field], sides)).toBe(0)
  })
})
