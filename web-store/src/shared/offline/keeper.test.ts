import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerKept } from '../../offline/answer-kept.ts'
import { kept } from '../../offline/kept-db.ts'
import { askTerms, beginOffline } from './begin.ts'
import { keepLessons, removeLesson } from './keeper.ts'
import { readKept, useKeeper } from './keeper-state.ts'
import { keptQuiz } from './kept-content.ts'
import { keptCourse } from './kept-course.ts'
import { installStudentCourse } from './student-course.ts'

const { shop, browser, begin } = installStudentCourse()
const { disk } = browser
const DAY = 24 * 60 * 60_000
const FILM = 'https://shop.test/media/one/film.mp4'

/** Waits until the lock is free again, which is granted in turn. */
async function keep(...ids: string[]): Promise<void> {
  keepLessons('c', ids)
  await navigator.locks.request('keeping', () => undefined)
}
const ask = (query: string, range?: string) =>
  answerKept({ url: `${FILM}?${query}`, headers: new Headers(range ? { range } : {}) })
const offline = new TypeError('Failed to fetch')
const nothing = { lessons: 0, courses: 0, chunks: 0 }

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  begin()
  await readKept()
})
afterEach(() => {
  vi.useRealTimers()
  Object.assign(navigator, { storage: undefined })
})

describe('a downloaded lesson', () => {
  it('rests sealed on the disk, and plays for its session alone', async () => {
    await keep('one')
    for (const chunk of disk.rows('chunks') as ArrayBuffer[])
      expect(new Set(new Uint8Array(chunk).slice(0, 200)).size).toBeGreaterThan(20)
    const [course] = disk.rows('courses') as ArrayBuffer[]
    expect(new TextDecoder('latin1').decode(course)).not.toMatch(/Reels|bar called/)

    const answer = await ask('user=s1&key=kept', 'bytes=1048570-1048583')
    expect([answer?.status, answer?.headers.get('Content-Range')]).toEqual([206, 'bytes 1048570-1048583/1500000'])
    expect([...new Uint8Array((await answer?.arrayBuffer()) as ArrayBuffer)]).toEqual(Array(14).fill(7))
    expect(await ask('user=s2&key=kept')).toBeUndefined()
    expect(await ask('key=kept')).toBeUndefined()
    // Its seal names the session, too.
    await kept.changeOwner((owner) => ({ ...owner, session_id: 's2' }))
    await expect((await ask('user=s2&key=kept'))?.arrayBuffer()).rejects.toThrow()
  })

  it('ends after 30 days without the shop: film, course and questions', async () => {
    await keep('one')
    vi.setSystemTime(Date.now() + 30 * DAY - 1000)
    expect(await ask('user=s1&key=kept')).toBeDefined()
    expect((await keptCourse('c', offline))?.content[0]?.watch_link).toMatch(
      /^\/media\/one\/film.mp4\?user=s1&.*key=kept$/,
    )
    expect(await keptQuiz('c', 'one')).toMatchObject({ questions: [{ text: 'What is the bar called?' }] })
    vi.setSystemTime(Date.now() + 1000)
    expect(await ask('user=s1&key=kept')).toBeUndefined()
    expect(await keptCourse('c', offline)).toBeUndefined()
    expect(await keptQuiz('c', 'one')).toBeUndefined()
    // A clock that is set back opens nothing.
    vi.setSystemTime(Date.now() - 2 * DAY)
    expect(await keptCourse('c', offline)).toBeUndefined()
  })

  it('shows another student no course, no questions, no film', async () => {
    await keep('one')
    browser.signIn('usr_bela')
    expect(await keptCourse('c', offline)).toBeUndefined()
    expect(await keptQuiz('c', 'one')).toBeUndefined()
    await beginOffline()
    expect(disk.counts()).toEqual({ ...nothing, owner: 0, late: 0 })
  })

  it('includes its own questions only', async () => {
    await keep('two')
    expect(browser.told('/user/quizzes/one')).toEqual([])
    expect(await keptQuiz('c', 'one')).toBeUndefined()
    await keep('one')
    await keep('two')
    expect(await keptQuiz('c', 'one')).toBeDefined()
    await removeLesson('one')
    expect(await keptQuiz('c', 'one')).toBeUndefined()
  })

  it('leaves nothing behind on a full disk', async () => {
    disk.fill('owner')
    await keep('one')
    expect(useKeeper.getState().problems.one).toMatch(/^There is no room for this lesson: it needs 3 B\./)
    disk.fill('chunks')
    await keep('one')
    expect(disk.counts()).toMatchObject(nothing)
    expect(useKeeper.getState().problems.one).toMatch(/^There is no room for this lesson: it needs 3 B\. Nothing/)
    Object.assign(navigator, { storage: { estimate: async () => ({ quota: 12, usage: 10 }) } })
    await keep('one')
    expect(useKeeper.getState().problems.one).toContain('and this browser has 2 B left')
    expect(disk.counts()).toMatchObject(nothing)
    expect(browser.told('film.mp4')).toHaveLength(1)
  })

  it('downloads again in another session, which opens nothing of the one before', async () => {
    await keep('one')
    shop.session = 's2'
    await keep('one')
    expect(browser.told('film.mp4')).toHaveLength(2)
    expect(new Uint8Array((await (await ask('user=s2&key=kept'))?.arrayBuffer()) as ArrayBuffer)[0]).toBe(7)
  })

  it('resumes where the connection broke', async () => {
    const whole = shop.files['/media/one/film.mp4'] as Uint8Array
    delete shop.files['/media/s/sheet.pdf']
    await keep('one')
    expect(useKeeper.getState().problems.one).toContain('continues where it stopped')
    expect(await keptCourse('c', offline)).toBeUndefined()
    shop.files['/media/s/sheet.pdf'] = new Uint8Array(3)
    await keep('one')
    expect(browser.told('film.mp4')).toHaveLength(1)
    expect(useKeeper.getState().lessons).toMatchObject([{ state: 'kept', bytes: whole.length + 3 }])
  })
})

describe('a renewal of downloaded lessons', () => {
  beforeEach(() => keep('one', 'two'))

  it('removes them with the access, and those that are no longer open', async () => {
    await askTerms()
    shop.lessons.splice(1)
    vi.setSystemTime(Date.now() + DAY)
    await askTerms()
    expect((await kept.all('lessons')).map(({ lesson_id }) => lesson_id)).toEqual(['one'])
    shop.theirs = false
    vi.setSystemTime(Date.now() + DAY)
    await askTerms()
    expect(disk.counts()).toMatchObject(nothing)
  })

  it('removes them with the session, and with another one', async () => {
    shop.signedOut = true
    vi.setSystemTime(Date.now() + DAY)
    await askTerms()
    expect(disk.counts()).toMatchObject(nothing)
    shop.signedOut = false
    await keep('one')
    shop.session = 's2'
    vi.setSystemTime(Date.now() + DAY)
    await askTerms()
    expect(disk.counts()).toMatchObject(nothing)
  })

  it('extends their term, at most once a day', async () => {
    const ends = async () => (await kept.get('lessons', 'one'))?.term.ends_ms
    const first = await ends()
    const asked = browser.told('/user/kept_lessons').length
    vi.setSystemTime(Date.now() + DAY - 1)
    await askTerms()
    expect([await ends(), browser.told('/user/kept_lessons').length]).toEqual([first, asked])
    vi.setSystemTime(Date.now() + 1)
    await askTerms()
    expect([await ends(), browser.told('/user/kept_lessons').length]).toEqual([(first ?? 0) + DAY, asked + 1])
  })
})
