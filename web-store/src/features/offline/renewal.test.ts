import { beforeEach, expect, it } from 'vitest'
import { useDownloadedIds } from '../../stores/downloaded-lessons.ts'
import { answerStored } from './answer-stored.ts'
import { downloads } from './download-db.ts'
import { downloadLessons } from './downloader.ts'
import { readDownloads, useDownloader } from './downloader-state.ts'
import { storedQuiz } from './stored-content.ts'
import { fetchTerms, storedCourse } from './stored-lessons.ts'
import { stageOf, storedWords } from './stored-words.ts'
import { installStudentCourse, lessonOf, quizOf } from './student-course.ts'

const { shop, browser, begin } = installStudentCourse()
const { disk } = browser

async function download(ids: string[], height?: number): Promise<void> {
  downloadLessons('c', ids, height)
  await navigator.locks.request('keeping', () => undefined)
}
const offline = async () => (await storedCourse('c', new TypeError('Failed to fetch')))?.content ?? []
const opens = async (path: string) =>
  (await answerStored({ url: `https://shop.test${path}?user=s1&key=kept`, headers: new Headers() }))?.arrayBuffer()
const firstByte = async (path: string) => new Uint8Array((await opens(path)) ?? new ArrayBuffer())[0]
const stage = (id: string) => {
  const { lessons, running, waiting } = useDownloader.getState()
  const lesson = lessons.find(({ lesson_id }) => lesson_id === id)
  return lesson && stageOf(lesson, { running, waiting, ids: useDownloadedIds.getState().ids })
}

beforeEach(async () => {
  begin()
  await readDownloads()
  await download(['one', 'two'])
})

it('an opened course updates its titles, order, places and questions, and requests no other course', async () => {
  const [one, two] = shop.lessons as [(typeof shop.lessons)[0], (typeof shop.lessons)[0]]
  shop.lessons = [lessonOf('new'), { ...two, completed: true }, { ...one, title: 'The bar, anew' }]
  shop.quizzes.one = quizOf('What is it called today?', 2)
  await fetchTerms('another course')
  expect((await offline()).map(({ title }) => title)).toEqual(['one', 'two'])
  await fetchTerms('c')
  expect((await offline()).map(({ title, completed }) => [title, completed])).toEqual([
    ['new', false],
    ['two', true],
    ['The bar, anew', false],
  ])
  expect(await storedQuiz('c', 'one')).toEqual(quizOf('What is it called today?', 2))
  expect(
    useDownloader
      .getState()
      .lessons.map(({ title }) => title)
      .sort(),
  ).toEqual(['The bar, anew', 'two'])
  expect([stage('one'), stage('two')]).toEqual(['kept', 'kept'])
  expect(await firstByte('/media/one/film.mp4')).toBe(7)
})

it('a lesson, file or quiz that the creator removed leaves the device', async () => {
  const [one] = shop.lessons
  shop.lessons = [{ ...one, files: [], quiz: null } as never]
  await fetchTerms('c')
  expect(disk.counts()).toMatchObject({ lessons: 1, courses: 1, chunks: 2 })
  expect([await opens('/media/s/sheet.pdf'), await opens('/media/two/film.mp4')]).toEqual([undefined, undefined])
  expect(await storedQuiz('c', 'one')).toBeUndefined()
  expect(stage('one')).toBe('kept')
  // Another site plays it now.
  shop.lessons = [lessonOf('one', { watch_link: 'https://youtu.be/dQw4w9WgXcQ' })]
  await fetchTerms('c')
  expect(disk.counts()).toMatchObject({ lessons: 0, courses: 0, chunks: 0 })
})

it('a lesson with other files is marked as old, plays until it is downloaded again, and never takes room twice', async () => {
  const [one, two] = shop.lessons
  shop.lessons = [{ ...one, title: 'Cut anew', watch_link: '/media/one/new.mp4?q' } as never, two as never]
  shop.files['/media/one/new.mp4'] = new Uint8Array(10).fill(1)
  await fetchTerms('c')
  expect(stage('one')).toBe('old')
  const [record] = useDownloader.getState().lessons
  expect(record && storedWords(record, 'old', true)).toMatch(/^This lesson has changed/)
  const [was] = await offline()
  expect([was?.title, was?.watch_link.split('?')[0]]).toEqual(['Cut anew', '/media/one/film.mp4'])
  expect(await firstByte('/media/one/film.mp4')).toBe(7)
  // Once more changes nothing.
  await fetchTerms('c')
  expect([stage('one'), (await offline())[0]?.watch_link.split('?')[0]]).toEqual(['old', '/media/one/film.mp4'])

  await download(['one'])
  expect(stage('one')).toBe('kept')
  expect((await offline())[0]?.watch_link.split('?')[0]).toBe('/media/one/new.mp4')
  expect([await firstByte('/media/one/new.mp4'), await opens('/media/one/film.mp4')]).toEqual([1, undefined])
  // The new film, the sheet and the other lesson's.
  expect(disk.counts()).toMatchObject({ lessons: 2, chunks: 3 })
})

it('an added file is offered, and shows only once it is downloaded', async () => {
  const files = [{ name: 'Keys', url: '/media/k/sheet.pdf?q', bytes: 3, kind: 'pdf' }]
  shop.lessons = shop.lessons.map((lesson) => (lesson.lesson_id === 'two' ? ({ ...lesson, files } as never) : lesson))
  await fetchTerms('c')
  expect(stage('two')).toBe('old')
  expect((await offline()).find(({ lesson_id }) => lesson_id === 'two')?.files).toEqual([])
  expect(await firstByte('/media/two/film.mp4')).toBe(8)
})

it('a video downloads in the chosen quality, and again in another one', async () => {
  const rung = (height: number) => ({ id: `${height}p`, height, bytes: height })
  const video = { playlist: '/media/m/_index.m3u8?q', rungs: [rung(480), rung(240)], poster: null, sprite: null }
  shop.lessons = [lessonOf('one', { watch_link: '/media/m/film.mp4?q', video } as never)]
  const line = (height: number) => `#EXT-X-STREAM-INF:BANDWIDTH=${height}\n_${height}p.m3u8`
  const text = (words: string) => new TextEncoder().encode(words)
  shop.files['/media/m/_index.m3u8'] = text(['#EXTM3U', line(480), line(240)].join('\n'))
  for (const height of [240, 480]) {
    shop.files[`/media/m/_${height}p.m3u8`] = text('#EXTM3U')
    browser.answers[`_${height}p.mp4`] = () => ({ body: new Uint8Array(height) })
  }
  for (const [height, other] of [
    [240, 480],
    [480, 240],
  ] as const) {
    await download(['one'], height)
    const playlist = new TextDecoder().decode(await opens('/media/m/_index.m3u8'))
    expect(playlist).toContain(`_${height}p`)
    expect(playlist).not.toContain(`_${other}p`)
    expect((await opens(`/media/m/_${height}p.mp4`))?.byteLength).toBe(height)
    expect(await opens(`/media/m/_${other}p.mp4`)).toBeUndefined()
    await fetchTerms('c')
    expect([stage('one'), (await downloads.get('lessons', 'one'))?.height]).toEqual(['kept', height])
  }
})
