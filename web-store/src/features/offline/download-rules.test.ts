import { describe, expect, it } from 'vitest'
import { newKey, seal, unseal } from '../../offline/sealing.ts'
import type { DownloadedLesson } from './download-db.ts'
import {
  chunkPlace,
  isGood,
  isRenewalDue,
  lessonWith,
  playlistWithOnly,
  rangeOf,
  rungToStore,
  storedAddress,
  termOf,
} from './download-rules.ts'

const DAY = 24 * 60 * 60_000
const now = Date.parse('2026-11-21T09:00:00Z')
const iso = (ms: number) => new Date(ms).toISOString()

describe('at the end of a download,', () => {
  it('an expiry is as long after the answer as the shop states, whatever the clock of the device shows', () => {
    for (const device of [now, now - 400 * DAY, now + 3 * DAY]) {
      const term = termOf(iso(now), iso(now + 12 * DAY), device)
      expect(term).toEqual({ ends_at: iso(now + 12 * DAY), ends_ms: device + 12 * DAY })
      expect(isGood(term, device + 12 * DAY - 1, device)).toBe(true)
      expect(isGood(term, device + 12 * DAY, device)).toBe(false)
    }
  })

  it('an expiry is at most 30 days away, and a past one counts', () => {
    expect(termOf(iso(now), iso(now + 400 * DAY), now).ends_ms).toBe(now + 30 * DAY)
    expect(isGood(termOf(iso(now), iso(now - DAY), now), now, now)).toBe(false)
  })

  it('a clock that is set back does not postpone the expiry', () => {
    const term = termOf(iso(now), iso(now + 30 * DAY), now)
    const seen = now + 29 * DAY
    expect(isGood(term, seen - DAY + 1, seen)).toBe(true)
    expect(isGood(term, seen - DAY, seen)).toBe(false)
  })

  it('the expiry is renewed each day', () => {
    expect([undefined, now - DAY, now + DAY].map((requested) => isRenewalDue(requested, now))).toEqual([
      true,
      true,
      true,
    ])
    expect(isRenewalDue(now - DAY + 1, now)).toBe(false)
  })
})

it('a download stores the lowest quality that suffices for a phone, never audio only', () => {
  const rungs = [720, null, 240, 360].map((height) => ({ id: `${height}`, height, bytes: 1 }))
  expect(rungToStore(rungs)?.id).toBe('360')
  expect(rungToStore(rungs.filter(({ height }) => height !== 360))?.id).toBe('720')
  expect(rungToStore(rungs.filter(({ height }) => (height ?? 0) < 300))?.id).toBe('240')
  expect(rungToStore([{ id: 'sound', height: null, bytes: 1 }])).toBeUndefined()
})

it('the playlist of a download names only its stored quality', () => {
  const of = (rung: string) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1,${rung}"`,
    `_${rung}.m3u8?user=s&until=1&key=k`,
  ]
  const index = ['#EXTM3U', '#EXT-X-VERSION:7', ...of('240p'), ...of('480p'), ...of('sound'), '']
  expect(playlistWithOnly(index.join('\n'), '480p')).toBe(['#EXTM3U', '#EXT-X-VERSION:7', ...of('480p'), ''].join('\n'))
})

it('a player can request any range of a file', () => {
  const requested = [
    null,
    'bytes=0-',
    'bytes=4-7',
    'bytes=8-99',
    'bytes=-3',
    'bytes=-99',
    'bytes=10-',
    'bytes=5-4',
    'x',
  ]
  expect(requested.map((header) => rangeOf(header, 10)).map((range) => range && [range.from, range.to])).toEqual([
    [0, 9],
    [0, 9],
    [4, 7],
    [8, 9],
    [7, 9],
    [0, 9],
    undefined,
    undefined,
    [0, 9],
  ])
})

it('a file is found in a complete lesson that may be played', () => {
  const lesson = (id: string, state: DownloadedLesson['state'], ends_ms: number): DownloadedLesson => ({
    lesson_id: id,
    course_id: 'c',
    course_name: 'C',
    title: 'T',
    bytes: 1,
    arrived: 1,
    state,
    kept_ms: 0,
    files: [{ path: '/media/a/b.mp4', bytes: 1 }],
    term: { ends_at: iso(ends_ms), ends_ms },
  })
  const at = (...lessons: DownloadedLesson[]) => lessonWith(lessons, '/media/a/b.mp4', { now, seen: now })?.lesson_id
  expect(at(lesson('one', 'keeping', now + 1), lesson('two', 'kept', now), lesson('three', 'kept', now + 1))).toBe(
    'three',
  )
  expect(at(lesson('one', 'keeping', now + 1), lesson('two', 'kept', now))).toBeUndefined()
  expect(lessonWith([lesson('one', 'kept', now + 1)], '/media/a/c.mp4', { now, seen: now })).toBeUndefined()
})

it('a downloaded file has an address for its session, until its expiry', () => {
  const term = { ends_at: iso(now), ends_ms: now + 500 }
  expect(storedAddress('/media/a/b.mp4', 's1', term)).toBe(`/media/a/b.mp4?user=s1&until=${now / 1000}&key=kept`)
})

it('a chunk opens nowhere else: not for another student, session, file or chunk', async () => {
  const asha = { user_id: 'usr_a', session_id: 's1' }
  const [key, bytes] = [await newKey(), new TextEncoder().encode('The lesson, second by second')]
  const place = chunkPlace(asha, '/media/a/b.mp4', 3)
  const sealed = await seal(key, place, bytes)
  expect(new Uint8Array(await unseal(key, place, sealed))).toEqual(bytes)
  for (const other of [
    chunkPlace({ ...asha, user_id: 'usr_b' }, '/media/a/b.mp4', 3),
    chunkPlace({ ...asha, session_id: 's2' }, '/media/a/b.mp4', 3),
    chunkPlace(asha, '/media/a/c.mp4', 3),
    chunkPlace(asha, '/media/a/b.mp4', 4),
  ])
    await expect(unseal(key, other, sealed)).rejects.toThrow()
})
