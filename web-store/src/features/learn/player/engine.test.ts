import { expect, test } from 'vitest'
import { qualitiesOf } from './engine.ts'

const video = { playlist: null, poster: null, sprite: null, seconds: 10, loudness: null }

test('qualities are offered from the best to the sound alone, with their sizes', () => {
  const rungs = [
    { id: 'sound', height: null, bytes: 400_000 },
    { id: '240', height: 240, bytes: 2_000_000 },
    { id: '720', height: 720, bytes: 12_500_000 },
  ]
  expect(qualitiesOf({ ...video, rungs })).toEqual([
    { id: '720', height: 720, megabytes: 12.5 },
    { id: '240', height: 240, megabytes: 2 },
    { id: 'sound', height: 'sound', megabytes: 0.4 },
  ])
  expect(qualitiesOf(null)).toEqual([])
})
