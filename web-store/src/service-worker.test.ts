import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storeBeat } from './shared/offline/late.ts'
import { installStudentBrowser } from './shared/offline/student-browser.ts'
import { installWorkerBrowser, ORIGIN } from './shared/offline/worker-browser.ts'

const student = installStudentBrowser({})
const { line, dispatch, answer } = installWorkerBrowser()

beforeAll(async () => {
  await import('./service-worker.ts')
  await dispatch('install', {})
})
beforeEach(() => {
  student.begin()
  line.online = true
})

describe('the service worker', () => {
  it('opens a student’s screens offline in the language of its pages, and redirects other languages there', async () => {
    line.online = false
    for (const path of ['/hi/dashboard', '/hi/learn/reels?lesson=1'])
      expect(await (await answer(path))?.text()).toMatch(/^The shell of \/hi\/dashboard/)
    const lead = async (path: string) => (await answer(path))?.headers.get('location')
    expect(await lead('/learn/reels?lesson=1')).toBe(`${ORIGIN}/hi/learn/reels?lesson=1`)
    expect(await lead('/mr/dashboard')).toBe(`${ORIGIN}/hi/dashboard`)
  })

  it('opens the shell for public pages offline, so that they show a message', async () => {
    line.online = false
    for (const path of ['/', '/hi/courses', '/course/reels', '/checkout'])
      expect(await (await answer(path))?.text()).toMatch(/^The shell of \/hi\/dashboard/)
  })

  it('prefers the network, and ignores calls, the console and files', async () => {
    expect(await (await answer('/mr/dashboard'))?.text()).toMatch(/^The shell of \/mr\/dashboard/)
    for (const path of ['/admin', '/admin/orders', '/robots.txt', '/api/user/dashboard', '/media/one/film.mp4'])
      expect(answer(path, path.startsWith('/api') ? 'cors' : 'navigate')).toBeUndefined()
  })

  it('removes everything when a student leaves, and no unsent work when a session ends', async () => {
    await storeBeat({ course_id: 'c', lesson_id: 'les_1', seconds: 5 })
    await dispatch('message', { data: 'end' })
    expect(student.disk.counts()).toMatchObject({ owner: 1, late: 1 })
    await dispatch('message', { data: 'forget' })
    expect(student.disk.counts()).toEqual({ owner: 0, lessons: 0, courses: 0, chunks: 0, late: 0 })
  })
})
