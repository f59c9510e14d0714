import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { offlineDb } from '../../offline/offline-db.ts'
import { beginOffline } from '../../shared/offline/offline.ts'
import { answerStored } from './answer-stored.ts'
import { downloads } from './download-db.ts'
import { downloadLessons, removeLesson } from './downloader.ts'
import { readDownloads, useDownloader } from './downloader-state.ts'
import { storedQuiz } from './stored-content.ts'
import { fetchTerms, storedCourse } from './stored-lessons.ts'
import { storedWords } from './stored-words.ts'
import { installStudentCourse } from './student-course.ts'

const { shop, browser, begin } = installStudentCourse()
const { disk } = browser
const DAY = 24 * 60 * 60_000
const FILM = 'https://shop.test/media/one/film.mp4'

/** Waits until the lock is free again, which is granted in turn. */
async function download(...ids: string[]): Promise<void> {
  downloadLessons('c', ids)
  await navigator.locks.request('keeping', () => undefined)
}
const request = (query: string, range?: string) =>
  answerStored({ url: `${FILM}?${query}`, headers: new Headers(range ? { range } : {}) })
const offline = new TypeError('Failed to fetch')
const nothing = { lessons: 0, courses: 0, chunks: 0 }

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  begin()
  await readDownloads()
})
afterEach(() => {
  vi.useRealTimers()
  Object.assign(navigator, { storage: undefined })
})

describe('while the browser asks for lasting storage,', () => {
  it('a download goes on while the student leaves the question open, and promises no date alone', async () => {
    Object.assign(navigator, { storage: { persist: () => new Promise(() => {}), persisted: async () => false } })
    await download('one')
    const { lessons, lasting } = useDownloader.getState()
    expect(lessons.map(({ state }) => state)).toEqual(['kept'])
    expect(lessons[0] && storedWords(lessons[0], 'kept', lasting)).toMatch(/ or when this browser clears its data$/)
  })

  it('the date of a download is certain once the browser stores it for good', async () => {
    Object.assign(navigator, { storage: { persist: async () => true, persisted: async () => true } })
    await download('one')
    const { lessons, lasting } = useDownloader.getState()
    expect(lessons[0] && storedWords(lessons[0], 'kept', lasting)).toMatch(/, expires \d+ \S+ \d{4}$/)
  })
})

describe('a downloaded lesson', () => {
  it('rests sealed on the disk, and plays for its session alone', async () => {
    await download('one')
    for (const chunk of disk.rows('chunks') as ArrayBuffer[])
      expect(new Set(new Uint8Array(chunk).slice(0, 200)).size).toBeGreaterThan(20)
    const [course] = disk.rows('courses') as ArrayBuffer[]
    expect(new TextDecoder('latin1').decode(course)).not.toMatch(/Reels|bar called/)

    const answer = await request('user=s1&key=kept', 'bytes=1048570-1048583')
    expect([answer?.status, answer?.headers.get('Content-Range')]).toEqual([206, 'bytes 1048570-1048583/1500000'])
    expect([...new Uint8Array((await answer?.arrayBuffer()) as ArrayBuffer)]).toEqual(Array(14).fill(7))
    expect(await request('user=s2&key=kept')).toBeUndefined()
    expect(await request('key=kept')).toBeUndefined()
    // The seal of the download names the session, too.
    await offlineDb.changeOwner((owner) => ({ ...owner, session_id: 's2' }))
    await expect((await request('user=s2&key=kept'))?.arrayBuffer()).rejects.toThrow()
  })

  it('ends after 30 days without the shop: film, course and questions', async () => {
    await download('one')
    vi.setSystemTime(Date.now() + 30 * DAY - 1000)
    expect(await request('user=s1&key=kept')).toBeDefined()
    expect((await storedCourse('c', offline))?.content[0]?.watch_link).toMatch(
      /^\/media\/one\/film.mp4\?user=s1&.*key=kept$/,
    )
    expect(await storedQuiz('c', 'one')).toMatchObject({ questions: [{ text: 'What is the bar called?' }] })
    vi.setSystemTime(Date.now() + 1000)
    expect(await request('user=s1&key=kept')).toBeUndefined()
    expect(await storedCourse('c', offline)).toBeUndefined()
    expect(await storedQuiz('c', 'one')).toBeUndefined()
    // A clock that is set back opens nothing.
    vi.setSystemTime(Date.now() - 2 * DAY)
    expect(await storedCourse('c', offline)).toBeUndefined()
  })

  it('shows another student no course, no questions, no film', async () => {
    await download('one')
    browser.signIn('usr_bela')
    expect(await storedCourse('c', offline)).toBeUndefined()
    expect(await storedQuiz('c', 'one')).toBeUndefined()
    await beginOffline()
    expect(disk.counts()).toEqual({ ...nothing, owner: 0, late: 0 })
  })

  it('includes its own questions only', async () => {
    await download('two')
    expect(browser.told('/user/quizzes/one')).toEqual([])
    expect(await storedQuiz('c', 'one')).toBeUndefined()
    await download('one')
    await download('two')
    expect(await storedQuiz('c', 'one')).toBeDefined()
    await removeLesson('one')
    expect(await storedQuiz('c', 'one')).toBeUndefined()
  })

  it('leaves nothing behind on a full disk', async () => {
    disk.fill('owner')
    await download('one')
    expect(useDownloader.getState().problems.one).toMatch(/^There is no room for this lesson: it needs 3 B\./)
    disk.fill('chunks')
    await download('one')
    expect(disk.counts()).toMatchObject(nothing)
    expect(useDownloader.getState().problems.one).toMatch(/^There is no room for this lesson: it needs 3 B\. Nothing/)
    Object.assign(navigator, { storage: { estimate: async () => ({ quota: 12, usage: 10 }) } })
    await download('one')
    expect(useDownloader.getState().problems.one).toContain('and this browser has 2 B left')
    expect(disk.counts()).toMatchObject(nothing)
    expect(browser.told('film.mp4')).toHaveLength(1)
  })

  it('downloads again in another session, which opens nothing of the one before', async () => {
    await download('one')
    shop.session = 's2'
    await download('one')
    expect(browser.told('film.mp4')).toHaveLength(2)
    expect(new Uint8Array((await (await request('user=s2&key=kept'))?.arrayBuffer()) as ArrayBuffer)[0]).toBe(7)
  })

  it('resumes where the connection broke', async () => {
    const whole = shop.files['/media/one/film.mp4'] as Uint8Array
    delete shop.files['/media/s/sheet.pdf']
    await download('one')
    expect(useDownloader.getState().problems.one).toContain('continues where it stopped')
    expect(await storedCourse('c', offline)).toBeUndefined()
    shop.files['/media/s/sheet.pdf'] = new Uint8Array(3)
    await download('one')
    expect(browser.told('film.mp4')).toHaveLength(1)
    expect(useDownloader.getState().lessons).toMatchObject([{ state: 'kept', bytes: whole.length + 3 }])
  })
})

describe('a renewal of downloaded lessons', () => {
  beforeEach(() => download('one', 'two'))

  it('removes them with the access, and those that are no longer open', async () => {
    await fetchTerms()
    shop.lessons.splice(1)
    vi.setSystemTime(Date.now() + DAY)
    await fetchTerms()
    expect((await downloads.all('lessons')).map(({ lesson_id }) => lesson_id)).toEqual(['one'])
    shop.theirs = false
    vi.setSystemTime(Date.now() + DAY)
    await fetchTerms()
    expect(disk.counts()).toMatchObject(nothing)
  })

  it('removes them with the session, and with another one', async () => {
    shop.signedOut = true
    vi.setSystemTime(Date.now() + DAY)
    await fetchTerms()
    expect(disk.counts()).toMatchObject(nothing)
    shop.signedOut = false
    await download('one')
    shop.session = 's2'
    vi.setSystemTime(Date.now() + DAY)
    await fetchTerms()
    expect(disk.counts()).toMatchObject(nothing)
  })

  it('extends their term, at most once a day', async () => {
    const ends = async () => (await downloads.get('lessons', 'one'))?.term.ends_ms
    const first = await ends()
    const requested = browser.told('/user/kept_lessons').length
    vi.setSystemTime(Date.now() + DAY - 1)
    await fetchTerms()
    expect([await ends(), browser.told('/user/kept_lessons').length]).toEqual([first, requested])
    vi.setSystemTime(Date.now() + 1)
    await fetchTerms()
    expect([await ends(), browser.told('/user/kept_lessons').length]).toEqual([(first ?? 0) + DAY, requested + 1])
  })
})
