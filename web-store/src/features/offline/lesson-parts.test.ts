import type { StudentLesson } from 'contract/learning'
import { expect, it } from 'vitest'
import { bytesOf, heightsOf, isDownloadable, partsOf, withAddresses } from './lesson-parts.ts'

const lesson = (input: Partial<StudentLesson>) =>
  ({ watch_link: '', download_link: null, files: [], captions: [], video: null, ...input }) as unknown as StudentLesson

const rungs = [
  { id: '240p', height: 240, bytes: 10 },
  { id: '480p', height: 480, bytes: 40 },
  { id: 'sound', height: null, bytes: 3 },
]
const facts = { rungs, poster: '/media/m/_poster.jpg?q', sprite: null, seconds: 60, loudness: null }

it('a download is one quality of a set with its playlists, or the original, and the files beside it', () => {
  const set = lesson({
    watch_link: '/media/m/film.mp4?q',
    video: { ...facts, playlist: '/media/m/_index.m3u8?q' },
    captions: [{ language: 'hi', url: '/media/c/hi.vtt?q' }],
    files: [
      { name: 'Sheet', url: '/media/f/sheet.pdf?q', bytes: 7, kind: 'pdf' },
      { name: 'Gone', url: '/media/g/gone.pdf', bytes: null, kind: null },
    ],
  })
  expect(partsOf(set)).toEqual([
    { url: '/media/m/_index.m3u8?q', bytes: null, only: '480p' },
    { url: '/media/m/_480p.m3u8?q', bytes: null },
    { url: '/media/m/_480p.mp4?q', bytes: 40 },
    { url: '/media/m/_poster.jpg?q', bytes: null },
    { url: '/media/c/hi.vtt?q', bytes: null },
    { url: '/media/f/sheet.pdf?q', bytes: 7 },
  ])
  expect(bytesOf(set)).toBe(47)
  // Another picture was chosen.
  expect(heightsOf([set, lesson({})])).toEqual([240, 480])
  expect([bytesOf(set, 240), bytesOf(set, 1080), partsOf(set, 240)[0]]).toEqual([
    17,
    47,
    { url: '/media/m/_index.m3u8?q', bytes: null, only: '240p' },
  ])
  const original = { ...facts, playlist: null, poster: null, rungs: [{ id: 'original', height: 720, bytes: 90 }] }
  expect(partsOf(lesson({ watch_link: '/media/m/film.mp4?q', video: original }))).toEqual([
    { url: '/media/m/film.mp4?q', bytes: 90 },
  ])
})

it('media of another site are never downloaded', () => {
  for (const watch_link of ['', 'https://youtu.be/dQw4w9WgXcQ', '//else.example/media/a/b.mp4', '/media/../a'])
    expect(isDownloadable(lesson({ watch_link })), watch_link).toBe(false)
  const captions = [{ language: 'en', url: 'https://else.example/media/a/b.vtt' }]
  expect(partsOf(lesson({ watch_link: '/media/m/a.mp4', captions }))).toHaveLength(1)
})

it('a quiz lesson downloads once it is open and has questions', () => {
  const needs = { kind: 'quiz', quiz: { questions: 2, passed: false }, opens_at: null, waits_for: null } as const
  expect(isDownloadable(lesson(needs))).toBe(true)
  expect(isDownloadable(lesson({ ...needs, quiz: null }))).toBe(false)
  expect(isDownloadable(lesson({ ...needs, waits_for: 'les_1' }))).toBe(false)
  expect(isDownloadable(lesson({ ...needs, opens_at: '2027-01-01T00:00:00Z' }))).toBe(false)
})

it('only addresses of the shop are replaced', () => {
  const input = lesson({
    watch_link: '/media/m/a.mp4?q',
    download_link: 'https://else.example/a.zip',
    captions: [{ language: 'hi', url: '/media/c/hi.vtt?q' }],
    video: { ...facts, playlist: '/media/m/_index.m3u8?q' },
  })
  const changed = withAddresses(input, (url) => url.replace('?q', '?kept'))
  expect([changed.watch_link, changed.download_link, changed.captions[0]?.url, changed.video?.playlist]).toEqual([
    '/media/m/a.mp4?kept',
    'https://else.example/a.zip',
    '/media/c/hi.vtt?kept',
    '/media/m/_index.m3u8?kept',
  ])
})
