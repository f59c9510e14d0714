import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UploadQueue } from '../media/queue/upload-queue.ts'
import type { UploadItem } from '../media/queue/upload-types.ts'
import { createUploadWork } from '../media/queue/upload-work.ts'
import type { FolderPlan } from './folder-plan.ts'
import { type FolderRun, folderSteps } from './folder-run.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const main = { path: 'One.mp4', name: 'One.mp4', size: 1, fate: 'new' }
const plan = { lessons: [{ title: 'One', section: null, main, files: [], captions: [] }] } as unknown as FolderPlan
const RUN: FolderRun = { key: 'r', course_id: 'go', folder: 'Films', plan, keys: [['One.mp4', 'a']] }

/** A folder whose only file has arrived; each save of its lessons is refused as `failed` says. */
function setUp(failed: (error: unknown) => boolean) {
  const state = { saves: 0, kept: [RUN.key], taken: [] as string[] }
  const items = [{ key: 'a', state: 'done', media: { url: '/media/x/one.mp4' } }] as UploadItem[]
  const runs = createUploadWork<FolderRun>({
    queue: {
      view: () => ({ items }) as unknown as ReturnType<UploadQueue['view']>,
      subscribe: () => () => {},
      taken: (key) => void state.taken.push(key),
    },
    save: ({ key }) => void state.kept.push(key),
    remove: (gone) => {
      state.kept = state.kept.filter((key) => key !== gone)
    },
    ...folderSteps({
      changeLessons() {
        state.saves += 1
        return Promise.reject(new Error('refused'))
      },
      onDone: () => {},
      onFailed: (_, error) => failed(error),
    }),
  })
  return { runs, state }
}

test('a save of the lessons that failed is tried again, one that would be refused again is not', async () => {
  const away = setUp(() => true)
  away.runs.goOn([RUN])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(away.state).toEqual({ saves: 4, kept: ['r'], taken: [] })
  const refused = setUp(() => false)
  refused.runs.goOn([RUN])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(refused.state).toEqual({ saves: 1, kept: [], taken: ['a'] })
})

test('a new folder begins before those of an earlier visit are back, and both stay', () => {
  const { runs, state } = setUp(() => true)
  const next = { ...RUN, key: 'next', keys: [] }
  runs.add(next)
  expect(runs.find(() => true)).toBe(next)
  runs.goOn([RUN])
  expect([runs.find(() => true), state.kept]).toEqual([RUN, ['r', 'next']])
})
