import { beforeEach, describe, expect, it, vi } from 'vitest'
import { session, useSession } from '../../stores/session.ts'
import { type ToastRequest, toastRegion } from '../../ui/toaster.ts'
import { sendLate, storeBeat, storeNote } from './late.ts'
import { LATE_SENT } from './late-sent.ts'
import { forgetRefused, lateTry, storeTry } from './late-tries.ts'
import { beginOffline } from './offline.ts'
import { installStudentBrowser } from './student-browser.ts'

const answers = {
  '/user/progress/late': () => ({ body: { seconds: 1 } }),
  '/user/notes': () => ({ body: {} }),
  '/user/quizzes/les_1/submit': submitted,
}
const browser = installStudentBrowser(answers as never)
const { disk } = browser

let refusal: { status: number; code: string; message: string } | undefined
let broken = false

function submitted() {
  if (broken) return new TypeError('Failed to fetch')
  if (refusal) return { status: refusal.status, body: refusal }
  return { body: { result: { passed: true }, quiz: {} } }
}

const notices: ToastRequest[] = []
toastRegion.connect((notice) => notices.push(notice))

const SUBMIT = '/user/quizzes/les_1/submit'
const made = (key: string) => ({
  course_id: 'c',
  lesson_id: 'les_1',
  version: 2,
  key,
  answers: [{ question_id: 'q1', options: [], text: 'Timeline' }],
})

beforeEach(() => {
  browser.begin()
  refusal = undefined
  broken = false
  notices.length = 0
})

describe('after work without a network,', () => {
  it('late answers wait sealed, are sent once from two tabs, and show their result', async () => {
    const sent = vi.fn()
    browser.window.addEventListener(LATE_SENT, sent)
    await storeTry(made('a-key-of-asha'))
    expect(await lateTry('les_1')).toEqual(made('a-key-of-asha'))
    expect(await lateTry('les_2')).toBeUndefined()
    const [entry] = disk.rows('late') as { sealed: ArrayBuffer }[]
    expect(new TextDecoder('latin1').decode(entry?.sealed)).not.toMatch(/Timeline|les_1/)

    await Promise.all([sendLate(), sendLate()])
    expect(browser.told(SUBMIT)).toEqual([
      { version: 2, key: 'a-key-of-asha', answers: [{ question_id: 'q1', options: [], text: 'Timeline' }] },
    ])
    expect(disk.rows('late')).toEqual([])
    expect(notices).toMatchObject([
      { kind: 'info', title: 'Your quiz answers were checked', description: 'You passed' },
    ])
    expect(sent).toHaveBeenCalledTimes(1)
    browser.window.removeEventListener(LATE_SENT, sent)
  })

  it('the first answers of a quiz win, also from two tabs at once', async () => {
    const [one, other] = await Promise.all([storeTry(made('first tab 1')), storeTry(made('second tab'))])
    expect([one.key, other.key]).toEqual(['first tab 1', 'first tab 1'])
    await storeTry({ ...made('another quiz'), lesson_id: 'les_2' })
    expect(disk.rows('late')).toHaveLength(2)
  })

  it('late answers stay while the shop is unreachable, and repeat their key after a lost response', async () => {
    await storeTry(made('a-key-of-asha'))
    broken = true
    await expect(sendLate()).rejects.toThrow()
    expect(await lateTry('les_1')).toEqual(made('a-key-of-asha'))
    broken = false
    // Too much at once, and a session that is over, are no refusal either.
    for (const [status, code] of [
      [429, 'too_many_requests'],
      [401, 'token_expired'],
      [503, 'unavailable'],
    ] as const) {
      refusal = { status, code, message: 'Later' }
      await expect(sendLate()).rejects.toThrow()
      if (status === 401) browser.signIn('usr_asha')
    }
    refusal = undefined
    await sendLate()
    expect(new Set(browser.told(SUBMIT).map((body) => (body as { key: string }).key))).toEqual(
      new Set(['a-key-of-asha']),
    )
    expect(disk.rows('late')).toEqual([])
  })

  it('refused answers are not sent again, and wait until their student has read the reason', async () => {
    for (const [code, message, changed] of [
      ['conflict', 'No attempts left', false],
      ['edit_conflict', 'This quiz was changed. Please check your answers again.', true],
    ] as const) {
      refusal = { status: 409, code, message }
      await storeTry(made('a-key-of-asha'))
      await sendLate()
      await sendLate()
      expect(browser.told(SUBMIT)).toHaveLength(changed ? 2 : 1)
      expect(await lateTry('les_1')).toEqual({ ...made('a-key-of-asha'), refused: { text: message, changed } })
      expect(notices.at(-1)).toMatchObject({ title: 'Your quiz answers were not counted', description: message })
      await forgetRefused('les_1')
      expect(disk.rows('late')).toEqual([])
    }
  })

  it('refused answers make room for the next try, waiting ones do not', async () => {
    refusal = { status: 409, code: 'edit_conflict', message: 'Changed' }
    await storeTry(made('a-key-of-asha'))
    await forgetRefused('les_1')
    await sendLate()
    expect((await storeTry(made('a-second-key'))).key).toBe('a-second-key')
    await forgetRefused('les_1')
    expect(await lateTry('les_1')).toEqual(made('a-second-key'))
  })

  it('the end of the access drops offline answers, and says so', async () => {
    refusal = { status: 403, code: 'forbidden', message: 'You are not enrolled in this course' }
    await storeTry(made('a-key-of-asha'))
    await sendLate()
    expect(disk.rows('late')).toEqual([])
    expect(notices).toMatchObject([{ kind: 'error', description: 'You are not enrolled in this course' }])
  })
})

describe('another student of this browser', () => {
  const waits = async () => {
    await storeTry(made('a-key-of-asha'))
    await storeNote({ course_id: 'c', lesson_id: 'les_1', text: 'Mine', second: 3, key: 'a-note-of-asha' })
    await storeBeat({ course_id: 'c', lesson_id: 'les_1', seconds: 5 })
  }

  it('neither sees nor sends offline answers: they are removed', async () => {
    await waits()
    browser.signIn('usr_bela')
    expect(await lateTry('les_1')).toBeUndefined()
    await sendLate()
    await beginOffline()
    expect(disk.counts()).toEqual({ owner: 0, lessons: 0, courses: 0, chunks: 0, late: 0 })
    for (const path of Object.keys(answers)) expect(browser.told(path)).toEqual([])
  })

  it('sees no offline answers even if no page saw the other one leave', async () => {
    await waits()
    // As a page is opened that finds another session in the browser's storage.
    useSession.setState({ viewing: true })
    useSession.setState({ user: { user_id: 'usr_bela', name: '', email: '', phone: '' } })
    useSession.setState({ viewing: false })
    expect(await lateTry('les_1')).toBeUndefined()
    await sendLate()
    for (const path of Object.keys(answers)) expect(browser.told(path)).toEqual([])
    expect(disk.rows('late')).toHaveLength(3)
    await beginOffline()
    expect(disk.counts()).toEqual({ owner: 0, lessons: 0, courses: 0, chunks: 0, late: 0 })
  })

  it('finds nothing after a logout; the same student after an ended session has all answers sent, once', async () => {
    await waits()
    session.expire()
    expect(disk.rows('late')).toHaveLength(3)
    browser.signIn('usr_asha')
    await sendLate()
    await sendLate()
    for (const path of Object.keys(answers)) expect(browser.told(path), path).toHaveLength(1)

    await waits()
    session.signOut()
    await expect.poll(() => disk.counts()).toMatchObject({ owner: 0, late: 0 })
  })
})
