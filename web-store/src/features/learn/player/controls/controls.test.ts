import { describe, expect, it, vi } from 'vitest'
import { actionOf, type Focus, focusOf, keyList } from './keys.ts'
import { createTaps } from './Picture.tsx'
import { leastPicture, megabytesText, qualityText } from './QualityKey.tsx'
import { spokenTime } from './SeekBar.tsx'
import { nextSpeed, speeds } from './speeds.ts'
import { shareOfVolume } from './use-commands.ts'

describe('a time', () => {
  it.each([
    [0, '0 seconds'],
    [1.9, '1 second'],
    [754, '12 minutes 34 seconds'],
    [3600, '1 hour'],
    [7325, '2 hours 2 minutes 5 seconds'],
  ])('%s reads as %s', (seconds, shown) => expect(spokenTime(seconds)).toBe(shown))
})

describe('the volume of a lesson', () => {
  it.each([
    ['unknown', null, 1],
    ['quiet', -30, 1],
    ['as speech is mixed', -18, 1],
    ['6 dB louder', -12, 0.5],
    ['distorted', 0, 0.126],
  ])('that is %s', (_, loudness, share) => expect(shareOfVolume(loudness)).toBeCloseTo(share, 2))
})

describe('a key', () => {
  const elsewhere: Focus = { taken: false, pressable: false, slides: false, inPlayer: false }
  const press = (key: string, focus: Partial<Focus> = {}, more: object = {}, everywhere = true) =>
    actionOf(
      { key, ctrlKey: false, metaKey: false, altKey: false, defaultPrevented: false, ...more },
      { ...elsewhere, ...focus },
      everywhere,
    )

  it.each([
    ['k', { do: 'play' }],
    [' ', { do: 'play' }],
    ['J', { do: 'seek', by: -10 }],
    ['l', { do: 'seek', by: 10 }],
    ['ArrowLeft', { do: 'seek', by: -5 }],
    ['ArrowRight', { do: 'seek', by: 5 }],
    ['f', { do: 'fullScreen' }],
    ['m', { do: 'mute' }],
    ['c', { do: 'captions' }],
    ['<', { do: 'speed', by: -1 }],
    ['>', { do: 'speed', by: 1 }],
    ['7', { do: 'tenth', of: 7 }],
    ['?', { do: 'keys' }],
    ['x', undefined],
    ['constructor', undefined],
  ])('%s does what it says', (key, action) => expect(press(key)).toEqual(action))

  it('belongs to the field it is typed in, to a menu, to the browser and to its first handler', () => {
    expect(press('k', { taken: true })).toBeUndefined()
    expect(press('f', {}, { ctrlKey: true })).toBeUndefined()
    expect(press('l', {}, { metaKey: true })).toBeUndefined()
    expect(press('ArrowLeft', {}, { altKey: true })).toBeUndefined()
    expect(press('ArrowLeft', {}, { defaultPrevented: true })).toBeUndefined()
  })

  it('presses a button that has the focus, when it is the space bar', () => {
    expect(press(' ', { pressable: true })).toBeUndefined()
    expect(press('k', { pressable: true })).toEqual({ do: 'play' })
  })

  it('up or down scrolls the page unless the focus is in the player', () => {
    expect(press('ArrowUp')).toBeUndefined()
    expect(press('ArrowUp', { inPlayer: true })).toEqual({ do: 'volume', by: 0.1 })
  })

  it('moves a slider that has the focus, when it is an arrow', () => {
    expect(press('ArrowRight', { slides: true, inPlayer: true })).toBeUndefined()
    expect(press('l', { slides: true, inPlayer: true })).toEqual({ do: 'seek', by: 10 })
  })

  it('outside the player does nothing when that is switched off', () => {
    expect(press('k', {}, {}, false)).toBeUndefined()
    expect(press('k', { inPlayer: true }, {}, false)).toEqual({ do: 'play' })
  })

  it('appears on the list', () => {
    const listed = keyList.map(([keys]) => keys).join(' ')
    for (const key of ['K', 'Space', 'J', 'L', 'M', 'C', 'F', '<', '>', '?', '0 to 9']) expect(listed).toContain(key)
  })
})

/** An element for `focusOf`: name, one attribute, parent. */
class Part {
  name: string
  attribute: string
  parent: Part | undefined
  constructor(name: string, attribute = '', parent?: Part) {
    this.name = name
    this.attribute = attribute
    this.parent = parent
  }
  matches = (selectors: string) => selectors.split(', ').some((one) => [this.name, `[${this.attribute}]`].includes(one))
  closest = (selectors: string): Part | null =>
    this.matches(selectors) ? this : (this.parent?.closest(selectors) ?? null)
}

describe('the focus', () => {
  const focus = (part: Part) => {
    vi.stubGlobal('Element', Part)
    const { taken, slides } = focusOf(part as unknown as Element, null)
    vi.unstubAllGlobals()
    return { taken, slides }
  }

  it.each([
    ['a field', new Part('input', 'type=text')],
    ['a choice', new Part('input', 'type=radio')],
    ['a dialog of the browser', new Part('button', '', new Part('dialog'))],
    ['a dialog of ours', new Part('button', '', new Part('div', 'role=dialog'))],
  ])('in %s has keys of its own', (_, part) => expect(focus(part)).toEqual({ taken: true, slides: false }))

  it.each([
    ['a slider', new Part('input', 'type=range'), true],
    ['a box to tick', new Part('input', 'type=checkbox'), false],
    ['a button', new Part('button', '', new Part('section')), false],
  ])('on %s leaves the player its keys', (_, part, slides) => expect(focus(part)).toEqual({ taken: false, slides }))
})

describe('a tap', () => {
  it('shows the controls; a second one goes back at the left, forward at the right, plays or pauses between', () => {
    const tap = createTaps()
    expect(tap(0, 0.1)).toEqual({ do: 'show' })
    expect(tap(250, 0.2)).toEqual({ do: 'seek', by: -10 })
    expect(tap(500, 0.1)).toEqual({ do: 'seek', by: -10 })
    expect(tap(700, 0.9)).toEqual({ do: 'show' })
    expect(tap(900, 1)).toEqual({ do: 'seek', by: 10 })
    expect(tap(2000, 0.5)).toEqual({ do: 'show' })
    expect(tap(2200, 0.5)).toEqual({ do: 'play' })
  })

  it('counts as a first one when it is late', () => {
    const tap = createTaps()
    tap(0, 0.9)
    expect(tap(301, 0.9)).toEqual({ do: 'show' })
  })
})

describe('speeds', () => {
  it('range from half to double by quarters', () => {
    expect(speeds).toEqual([0.5, 0.75, 1, 1.25, 1.5, 1.75, 2])
    expect(nextSpeed(1, 1)).toBe(1.25)
    expect(nextSpeed(1.1, -1)).toBe(1)
    expect(nextSpeed(2, 1)).toBe(2)
    expect(nextSpeed(0.5, -1)).toBe(0.5)
  })
})

describe('qualities', () => {
  const high = { id: 'h', height: 720, megabytes: 209.6 }
  const low = { id: 'l', height: 240, megabytes: 0.2 }
  const sound = { id: 's', height: 'sound' as const }

  it('show their height and the size of the lesson', () => {
    expect([high, low, sound].map(qualityText)).toEqual(['720p', '240p', 'Sound'])
    expect([high, low, sound].map(megabytesText)).toEqual(['210 MB', '1 MB', undefined])
  })

  it('saving data takes the smallest of several pictures', () => {
    expect(leastPicture([high, low, sound])).toBe(low)
    expect(leastPicture([high, sound])).toBeUndefined()
  })
})
