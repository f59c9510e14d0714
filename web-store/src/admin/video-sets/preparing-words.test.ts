import { afterEach, expect, it, vi } from 'vitest'
import { preparingPercent, preparingText } from '../media/preparing-state.ts'
import { canPrepare } from './can-prepare.ts'
import { CANNOT_PREPARE, NotMade, problemOf, type WhyNot } from './not-made.ts'

afterEach(() => void vi.unstubAllGlobals())

it.each<[WhyNot, RegExp, boolean]>([
  ['no-encoder', /^This browser cannot make other qualities of a video\. Chrome and Edge can/, true],
  ['no-decoder', /^This browser cannot read the format of this video/, true],
  ['busy', /^Another tab or window is processing this video/, false],
  ['full', /^There is not enough space .* Try again to continue/, false],
  ['unread', /^The video could not be read from the shop.* Try again to continue/, false],
  ['other', /^This video could not be processed here.* Try again to continue/, false],
])('%s has words, and tells if another try helps', (cause, words, cannot) => {
  expect(problemOf(new NotMade(cause))).toEqual({ problem: expect.stringMatching(words), cannot })
})

it('an error of the shop appears unchanged', () => {
  expect(problemOf(new Error('No lesson shows this video'))).toEqual({
    problem: 'No lesson shows this video',
    cannot: false,
  })
})

it('a browser without encoders, threads or a storage of its own is not offered it', () => {
  const whole = () => {
    for (const name of ['VideoEncoder', 'AudioEncoder', 'Worker']) vi.stubGlobal(name, class {})
    vi.stubGlobal('navigator', { storage: { getDirectory: () => {} } })
  }
  whole()
  expect(canPrepare()).toBe(true)
  for (const name of ['VideoEncoder', 'AudioEncoder', 'Worker']) {
    whole()
    vi.stubGlobal(name, undefined)
    expect(canPrepare(), name).toBe(false)
  }
  whole()
  vi.stubGlobal('navigator', {})
  expect(canPrepare()).toBe(false)
  expect(CANNOT_PREPARE).toContain('Chrome and Edge can')
})

it('progress reaches 100 % at the end only', () => {
  expect(preparingPercent({ part: 1 })).toBe(99)
  expect(preparingText({ part: 0.408 })).toBe('Processing on this computer, 40 %')
  expect(preparingText({ part: 0, waiting: true })).toBe('Waiting for the video before it')
  expect(preparingText({ part: 1, ready: true })).toBe('Video processed')
})
