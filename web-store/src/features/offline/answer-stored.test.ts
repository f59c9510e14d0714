import { beforeAll, beforeEach, expect, it } from 'vitest'
import { installWorkerBrowser } from '../../shared/offline/worker-browser.ts'
import { downloadLessons } from './downloader.ts'
import { installStudentCourse } from './student-course.ts'

const { browser, begin } = installStudentCourse()
const { disk } = browser
const { line, dispatch, answer } = installWorkerBrowser()

beforeAll(async () => {
  await import('../../service-worker.ts')
  await dispatch('install', {})
})
beforeEach(() => {
  begin()
  line.online = true
})

it('the worker serves a download, and removes everything when a student leaves, or only the lessons when a session ends', async () => {
  const store = async () => {
    downloadLessons('c', ['one'])
    await navigator.locks.request('keeping', () => undefined)
  }
  const film = async () => (await answer('/media/one/film.mp4?user=s1&key=kept', 'no-cors'))?.status
  await store()
  line.online = false
  expect(await film()).toBe(200)
  await dispatch('message', { data: 'end' })
  expect(disk.counts()).toMatchObject({ owner: 1, lessons: 0, courses: 0, chunks: 0 })
  await expect(film()).rejects.toThrow('Failed to fetch')
  line.online = true
  await store()
  await dispatch('message', { data: 'forget' })
  expect(disk.counts()).toEqual({ owner: 0, lessons: 0, courses: 0, chunks: 0, late: 0 })
})
