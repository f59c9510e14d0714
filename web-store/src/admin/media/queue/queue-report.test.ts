import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportQueue } from './queue-report.ts'
import type { UploadItem, UploadState } from './upload-types.ts'

const page = { hasFocus: () => false }
beforeEach(() => {
  page.hasFocus = () => false
  vi.stubGlobal('document', page)
})
afterEach(() => void vi.unstubAllGlobals())

/** A queue in a chosen state, and the reports to the machine. */
function open(first: Record<string, UploadState> = {}) {
  let items: UploadItem[] = []
  let changed = () => {}
  const put = (states: Record<string, UploadState>) => {
    items = Object.entries(states).map(([name, state]) => ({
      key: name,
      name,
      state,
      size: 100,
      sent: state === 'done' ? 100 : 50,
      resent: 0,
      encoded: undefined,
      speed: 0,
      folder: '',
      kind: 'video',
      secondsLeft: undefined,
      problem: undefined,
      media: undefined,
      part: undefined,
      awaited: undefined,
      sha256: undefined,
    }))
    changed()
  }
  put(first)
  const notices: string[] = []
  const shown: (string | undefined)[] = []
  reportQueue(
    {
      view: () => ({ items }) as never,
      subscribe(listener) {
        changed = listener
        return () => {}
      },
    },
    {
      notify: ({ title, body }) => void notices.push(`${title}: ${body}`),
      showProgress: (progress) =>
        void shown.push(progress && `${progress.fraction * 100}%${progress.failed ? '!' : ''}`),
    },
  )
  return { put, notices, shown }
}

test('the end of a queue is reported once, with the files that finished in this run', () => {
  const { put, notices, shown } = open({ old: 'done' })
  put({ old: 'done', a: 'uploading', b: 'waiting' })
  put({ old: 'done', a: 'done', b: 'uploading' })
  expect(shown).toEqual([undefined, '50%', '75%'])
  put({ old: 'done', a: 'done', b: 'done' })
  put({ old: 'done', a: 'done', b: 'done' })
  expect(notices).toEqual(['Uploads finished: 2 of 2 done.'])
  expect(shown.at(-1)).toBeUndefined()
})

test('a file that finished between two looks is reported as well', () => {
  const { put, notices } = open({ old: 'done' })
  put({ old: 'done', small: 'done' })
  put({ old: 'done', small: 'done', copy: 'duplicate' })
  expect(notices).toEqual(['Uploads finished: 1 of 1 done.', 'Uploads finished: 1 of 1 done.'])
})

test('a failure is reported at once, and counted at the end', () => {
  const { put, notices } = open()
  put({ a: 'uploading', bad: 'failed' })
  expect(notices).toEqual(['Upload failed: bad: This file could not be uploaded.'])
  put({ a: 'done', bad: 'failed' })
  expect(notices.slice(1)).toEqual(['Uploads finished: 1 of 2 done, 1 failed.'])
})

test('a file that failed and goes up again is counted anew', () => {
  const { put, notices } = open({ again: 'failed' })
  put({ again: 'uploading' })
  put({ again: 'done' })
  put({ again: 'done', bad: 'failed' })
  put({ again: 'done', bad: 'done' })
  expect(notices).toEqual([
    'Uploads finished: 1 of 1 done.',
    'Upload failed: bad: This file could not be uploaded.',
    'Uploads finished: 1 of 1 done.',
  ])
})

test('a paused file has not ended, and a removed one is no news', () => {
  const { put, notices } = open()
  put({ a: 'done', b: 'uploading' })
  put({ a: 'done', b: 'paused' })
  put({ b: 'paused' })
  expect(notices).toEqual([])
})

test('a file whose source is lost is not part of the run', () => {
  const { put, notices } = open({ old: 'lost' })
  put({ old: 'lost', a: 'uploading' })
  put({ old: 'lost', a: 'done' })
  expect(notices).toEqual(['Uploads finished: 1 of 1 done.'])
})

test('an admin who sees the upload queue gets no notice', () => {
  page.hasFocus = () => true
  const { put, notices } = open()
  put({ a: 'uploading' })
  put({ a: 'done', b: 'failed' })
  page.hasFocus = () => false
  put({ a: 'done', b: 'failed' })
  expect(notices).toEqual([])
})
