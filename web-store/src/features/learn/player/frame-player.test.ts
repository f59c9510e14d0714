import { expect, test } from 'vitest'
import { frameAddress, speaks } from './frame-player.ts'

test('players with events start at whole seconds, other addresses are unchanged', () => {
  const youtube = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'
  expect(frameAddress(youtube, 0.9)).toBe(`${youtube}?enablejsapi=1`)
  expect(frameAddress(youtube, 75.8)).toBe(`${youtube}?enablejsapi=1&start=75`)
  expect(frameAddress('https://player.vimeo.com/video/1084537', 75.8)).toBe(
    'https://player.vimeo.com/video/1084537#t=75s',
  )
  expect(frameAddress('https://docs.google.com/a/preview', 75)).toBe('https://docs.google.com/a/preview')
  expect([youtube, 'https://player.vimeo.com/video/1', 'https://constructor/'].map(speaks)).toEqual([true, true, false])
})
