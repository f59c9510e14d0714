import type { Locator } from '@playwright/test'
import { pdfOf, zipOf } from '../../server/test/archives.ts'
import { SUBTITLES_SRT } from '../../server/test/sound-files.ts'
import { expect, test } from '../fixtures.ts'
import { paidLesson, playableLesson, storedFile } from '../lessons.ts'
import { type Account, buy, newAccount, signIn } from '../people.ts'
import { undrawn } from '../stand-ins.ts'
import { logIn, stored, toast } from '../steps.ts'

const COURSE = 'reels-growth-mega-bundle'

test('the player opens the first lesson that is not completed, and every kind of lesson', async ({ page, shop }) => {
  const first = await playableLesson(shop, COURSE)
  const student = await newAccount(shop)
  await buy(shop, student, [COURSE])
  await signIn(page, student)
  await page.goto('/dashboard')
  await page.getByRole('article').filter({ hasText: 'Reels Growth Mega Bundle' }).getByRole('link').click()

  const lessons = page.getByRole('navigation', { name: 'Lessons' })
  await expect(lessons.getByRole('button')).toHaveCount(7)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first.title)
  await expect(page.getByRole('link', { name: 'Download Resources' })).toHaveAttribute('href', /^\/media\//)
  await page.getByRole('button', { name: 'Mark as complete' }).click()
  await expect(lessons.getByText(/^1 of 7 done/)).toBeVisible()

  await page.getByRole('button', { name: 'Next lesson' }).click()
  const frame = page.locator('iframe')
  await expect(frame).toHaveAttribute('src', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?enablejsapi=1')
  await expect(page.getByRole('link', { name: 'Download Resources' })).toHaveCount(0)
  await lessons.getByRole('button').nth(2).click()
  await expect(frame).toHaveAttribute('src', 'https://player.vimeo.com/video/1084537')
  await lessons.getByRole('button').nth(4).click()
  await expect(frame).toHaveAttribute('src', /^https:\/\/docs\.google\.com\/spreadsheets\/d\/\w+\/preview$/)

  // A returning student continues after the completed lessons; a mark by mistake can be undone.
  await page.goto(`/learn/${COURSE}`)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(first.title)
  await lessons.getByRole('button').first().click()
  await page.getByRole('button', { name: /Completed/ }).click()
  await expect(page.getByRole('button', { name: 'Mark as complete' })).toBeVisible()
})

test('a course whose lessons are all completed is complete on the dashboard', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await playableLesson(shop, COURSE)
  const student = await newAccount(shop)
  await buy(shop, student, [COURSE])
  const { body } = await shop.call<{ content: { lesson_id: string }[] }>('GET', `/user/courses/get_content/${COURSE}`, {
    token: student.token,
  })
  for (const lesson of body.content) {
    const completed = { course_id: COURSE, lesson_id: lesson.lesson_id, seconds: 10, completed: true }
    expect((await shop.call('POST', '/user/progress', { token: student.token, body: completed })).status).toBe(200)
  }
  await signIn(page, student)
  await page.goto('/dashboard')
  const card = page.getByRole('article').filter({ hasText: 'Reels Growth Mega Bundle' })
  await expect(card).toContainText(/(\d+) of \1 lessons done/)
  await expect(card.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
  await expect(card).toContainText(/completed/i)
  const stat = page.locator('dl > div', { hasText: 'Completed Courses' })
  await expect(stat).toContainText('1')
})

test('a student who does not own the course sees a message and a link to its page', async ({ page, shop, guard }) => {
  await signIn(page, await newAccount(shop))
  guard.allow(/status of 403/)
  await page.goto(`/learn/${COURSE}`)
  await expect(page).toHaveURL(`/course/${COURSE}`)
  await expect(toast(page, 'You do not own this course yet')).toBeVisible()
})

// In a plain run `screens.release.spec.ts` opens such a course, and `texts-payment.release.spec.ts` covers its texts and the way back.
test('a course without lessons shows a message', { tag: '@long' }, async ({ page, shop, newCourse }) => {
  const course = await newCourse()
  const student = await newAccount(shop)
  await buy(shop, student, [course.course_id])
  await signIn(page, student)
  await page.goto(`/learn/${course.course_id}`)
  await expect(page.getByRole('heading', { name: 'No Content Available' })).toBeVisible()
  await expect(toast(page, 'No content available for this course')).toBeVisible()
  await page.getByRole('link', { name: 'Return to Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a lesson that cannot be shown reports it, and can be retried', { tag: '@long' }, async ({
  page,
  shop,
  context,
  guard,
}) => {
  await playableLesson(shop, COURSE)
  const student = await newAccount(shop)
  await buy(shop, student, [COURSE])
  await signIn(page, student)
  const unable = page.getByText('Unable to display content. Please check your connection and try again.')

  guard.allow(/Failed to load resource/)
  const blocked = page.getByText('Something in your browser blocks this file.')
  const film = /\/media\/.*\.webm/
  const open = async (message: Locator) => {
    await page.goto(`/learn/${COURSE}`)
    await expect(message).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(message).toBeHidden()
    await expect(page.locator('video')).toBeVisible()
  }
  // A list may refuse a film to the player alone, or to every request.
  await page.route(film, (route) => (route.request().method() === 'HEAD' ? route.continue() : route.abort()))
  await open(blocked)
  await page.route(film, (route) => route.abort('blockedbyclient'))
  await open(blocked)
  // The shop does not answer either, or has no such file.
  await page.route('**/api/health', (route) => route.abort())
  await page.route(film, (route) => route.abort())
  await open(unable)
  await page.route(film, (route) => route.fulfill({ status: 404 }))
  await open(unable)

  await context.setOffline(true)
  await page.getByRole('navigation', { name: 'Lessons' }).getByRole('button').nth(1).click()
  await expect(unable).toBeVisible()
  await context.setOffline(false)
  await expect(unable).toBeHidden()
})

test('a frame that fails to load or is refused shows a message after 10 s', { tag: '@long' }, async ({
  page,
  shop,
  guard,
}) => {
  guard.allow(/Refused to display|X-Frame-Options|frame/i)
  const student = await newAccount(shop)
  await buy(shop, student, [COURSE])
  await signIn(page, student)
  await page.clock.install()
  let load = () => {}
  const held = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route('https://www.youtube-nocookie.com/**', async (route) => {
    await held
    await route.abort().catch(() => undefined)
  })
  await page.goto(`/learn/${COURSE}`)
  await page.getByRole('navigation', { name: 'Lessons' }).getByRole('button').nth(1).click()
  await expect(page.locator('iframe')).toBeAttached()
  await page.clock.fastForward(10_100)
  const unable = page.getByText('Unable to display content. Please check your connection and try again.')
  await expect(unable).toBeVisible()
  load()
  // A browser replaces a refused frame with its own page, and reports it as loaded.
  await page.unroute('https://www.youtube-nocookie.com/**')
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', headers: { 'x-frame-options': 'DENY' }, body: '<p>No</p>' }),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(unable).toBeHidden()
  await page.clock.fastForward(10_100)
  await expect(unable).toBeVisible()
})

test('a session that expires in the player leads through the login back to the same lesson and input', async ({
  page,
  shop,
  guard,
}) => {
  await playableLesson(shop, COURSE)
  const student: Account = await newAccount(shop)
  await buy(shop, student, [COURSE])
  await signIn(page, student)
  await page.goto(`/learn/${COURSE}`)
  const lesson = page.getByRole('navigation', { name: 'Lessons' }).getByRole('button').nth(3)
  await lesson.click()
  await expect(lesson).toHaveAttribute('aria-current', 'true')
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  const words = page.getByRole('textbox', { name: /^New note/ })
  await words.fill('An hour of writing')
  await shop.call('POST', '/logout', { token: student.token })
  guard.allow(/status of 401/)
  await page.getByRole('button', { name: 'Mark as complete' }).click()
  await expect(toast(page, 'Session expired. Please login again')).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect(await stored(page, 'access_token')).toBeNull()
  await logIn(page, student)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(words).toHaveValue('An hour of writing')
})

test('back and forward follow the lessons in the order they were opened', { tag: ['@phone', '@long'] }, async ({
  page,
  shop,
}) => {
  const student = await newAccount(shop)
  await buy(shop, student, [COURSE])
  await signIn(page, student)
  await page.goto('/dashboard')
  await page.getByRole('article').filter({ hasText: 'Reels Growth Mega Bundle' }).getByRole('link').click()
  const title = page.getByRole('heading', { level: 1 })
  const lessons = page.getByRole('navigation', { name: 'Lessons' }).getByRole('button')
  await expect(lessons).toHaveCount(7)
  const first = await title.innerText()
  await page.getByRole('button', { name: 'Next lesson' }).click()
  await expect(title).not.toHaveText(first)
  const second = await title.innerText()
  await lessons.nth(4).click()
  await expect(title).not.toHaveText(second)
  await page.goBack()
  await expect(title).toHaveText(second)
  await expect(lessons.nth(1)).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await expect(title).toHaveText(first)
  await page.goForward()
  await expect(title).toHaveText(second)
  await page.reload()
  await expect(title).toHaveText(second)
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
})

test('a lesson continues at the same second when its signed address expires', async ({
  page,
  shop,
  guard,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  const words = Buffer.from('WEBVTT\n\n00:00.000 --> 01:00.000\nNow cut here')
  const captions = [{ language: 'en', url: await storedFile(shop, words, 'english.vtt') }]
  const watch_link = await paidLesson(shop, course_id, { captions })
  const student = await newAccount(shop)
  await buy(shop, student, [course_id])
  await signIn(page, student)
  guard.allow(/Failed to load resource/)
  // Every answer has new addresses, as after some minutes.
  let answers = 0
  const over = new Set(['1'])
  await undrawn(page)
  await page.route('**/api/user/courses/get_content/**', async (route) => {
    const answer = await route.fetch()
    answers += 1
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll(/(&key=[\w-]+)/g, `$1&n=${answers}`),
    })
  })
  await page.route(`**${watch_link}?**`, (route) => {
    const named = new URL(route.request().url()).searchParams.get('n') ?? ''
    return over.has(named) ? route.fulfill({ status: 404, body: '{}' }) : route.continue()
  })
  await page.goto(`/learn/${course_id}`)

  // The address had expired when the page requested the file: another one is fetched, unnoticed.
  const film = page.locator('video')
  await expect(film).toHaveAttribute('src', /&n=2$/)
  const at = () => film.evaluate((video: HTMLVideoElement) => video.currentTime)
  await film.evaluate((video: HTMLVideoElement) => {
    video.muted = true
    return video.play()
  })
  await expect.poll(at).toBeGreaterThan(0.7)

  for (const key of ['<', 'c', 'f']) await page.keyboard.press(key)
  await expect(page.getByRole('region', { name: 'Lesson content' }).getByText('Now cut here')).toBeVisible()
  const full = () => page.evaluate(() => document.fullscreenElement?.getAttribute('aria-label'))
  await expect.poll(full).toBe('Lesson content')

  over.add('2')
  const before = await film.evaluate((video: HTMLVideoElement) => {
    video.dispatchEvent(new Event('error'))
    return video.currentTime
  })
  await expect(film).toHaveAttribute('src', /&n=3$/)
  await expect.poll(at).toBeGreaterThan(before)
  expect(await film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(false)
  // Speed, captions and full screen retain their state.
  expect(await film.evaluate((video: HTMLVideoElement) => video.playbackRate)).toBe(0.75)
  await expect(page.getByRole('region', { name: 'Lesson content' }).getByText('Now cut here')).toBeVisible()
  expect(await full()).toBe('Lesson content')
  await expect(page.getByText('Unable to display content.')).toBeHidden()
})

// In a plain run the student of `admin-folder-course.release.spec.ts` downloads each file and sees the captions.
test('a lesson’s files can be opened and downloaded, and its captions are shown', { tag: '@long' }, async ({
  page,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  await paidLesson(shop, course_id, {
    files: [
      { name: 'Workbook for the first week', url: await storedFile(shop, pdfOf(), 'workbook.pdf') },
      { name: 'Templates', url: await storedFile(shop, zipOf([{ name: 'a.txt', data: 'a' }]), 'templates.zip') },
    ],
    captions: [{ language: 'hi', url: await storedFile(shop, Buffer.from(SUBTITLES_SRT), 'hindi.srt') }],
  })
  const student = await newAccount(shop)
  await buy(shop, student, [course_id])
  await signIn(page, student)
  await page.goto(`/learn/${course_id}`)

  const files = page.getByRole('region', { name: 'Files of this lesson' }).getByRole('listitem')
  await expect(files).toHaveCount(2)
  await expect(files.first()).toContainText(/Workbook for the first week\s*\d+ B/)
  await expect(files.first().getByRole('link', { name: /^Open/ })).toBeVisible()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    files
      .nth(1)
      .getByRole('link', { name: /^Download/ })
      .click(),
  ])
  expect(saved.suggestedFilename()).toBe('templates.zip')

  const track = page.locator('video track')
  await expect(track).toHaveAttribute('label', 'हिन्दी')
  const cues = () =>
    track.evaluate((element: HTMLTrackElement) => {
      element.track.mode = 'showing'
      return element.track.cues?.length ?? 0
    })
  await expect.poll(cues).toBe(2)
})
