import {
  daysLater,
  downloadLesson,
  firstBytes,
  measuredLesson,
  play,
  storedRows,
  studentOf,
  video,
} from '../downloads.ts'
import { expect, test } from '../fixtures.ts'
import { OFFLINE, withoutNetwork, worked } from '../offline.ts'
import { type Account, newAccount, signIn } from '../people.ts'
import type { Shop } from '../shop.ts'
import { adaptiveLesson, hasFfmpeg, NO_FFMPEG } from '../video-sets.ts'

test.use({ serviceWorkers: 'allow' })

test('a downloaded lesson plays offline, and its progress is sent once', { tag: '@phone' }, async ({
  page,
  context,
  shop,
  guard,
  newCourse,
}) => {
  guard.allow(OFFLINE)
  const { course_id } = await newCourse()
  await measuredLesson(shop, course_id)
  const student = await studentOf(page, shop, course_id)
  await downloadLesson(page, course_id)
  // A chunk starts with its own random bytes, not with the signature of its file type.
  expect((await firstBytes(page)).slice(0, 4)).not.toEqual([0x1a, 0x45, 0xdf, 0xa3])
  await play(page, 0.5)
  await expect.poll(() => spent(shop, student)).toBeGreaterThanOrEqual(0)

  const late: number[] = []
  // Offline attempts reach no server, and the same batch is sent again.
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/user/progress/late')) late.push(request.postDataJSON().number)
  })
  const offline = async () => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await page.getByRole('region', { name: 'Downloaded lessons' }).getByRole('link', { name: 'A lesson' }).click()
    await play(page, 3)
    await page.getByRole('tab', { name: 'Notes' }).click()
    await page.getByRole('textbox', { name: /^New note at/ }).fill('The bar is called Timeline')
    await page.getByRole('button', { name: 'Save note' }).click()
    await expect(page.getByText('Saved on this device. Sent when you are back online.')).toBeVisible()
    await expect.poll(async () => (await storedRows(page)).late).toBeGreaterThanOrEqual(2)
    // The progress is stored for all tabs, not in one.
    await page.reload()
    await page.getByRole('tab', { name: 'Notes' }).click()
    await expect(page.getByText('Saved on this device. Sent when you are back online.')).toBeVisible()
    late.length = 0
  }
  // The harder case: a line that is dead while the browser believes in it.
  await withoutNetwork(context, offline, { known: false })
  await expect.poll(async () => (await storedRows(page)).late).toBe(0)
  await expect(page.getByText('Saved on this device. Sent when you are back online.')).toBeHidden()
  await expect(page.getByText('The bar is called Timeline')).toBeVisible()
  const { seconds, notes } = await reportedDevices(shop, student)
  expect(seconds).toBeGreaterThanOrEqual(2)
  expect(notes).toBe(1)
  await page.reload()
  await page.getByRole('tab', { name: 'Notes' }).click()
  await expect(page.getByText('The bar is called Timeline')).toBeVisible()
  // Progress recorded while one batch is sent goes with the next.
  expect(late.length).toBeGreaterThan(0)
  expect(new Set(late).size).toBe(late.length)
  expect(await reportedDevices(shop, student)).toEqual({ seconds, notes })
})

const reportedDevices = async (shop: Shop, { user_id }: Account) => {
  const [row] = await shop.query<{ seconds: number; notes: number }>(
    `select (select coalesce(sum(seconds), 0)::int from lesson_progress p where p.user_id = u.id) as seconds,
       (select count(*)::int from lesson_notes n where n.user_id = u.id) as notes
     from users u where u.user_id = $1`,
    [user_id],
  )
  if (!row) throw new Error('no such student')
  return row
}
const spent = async (shop: Shop, student: Account) => (await reportedDevices(shop, student)).seconds

// In a plain run `lesson-parts.test.ts` covers the stored parts of a set, and the test above the playback.
test('a lesson with a set is downloaded in one quality, and plays', {
  tag: '@long',
}, async ({ page, context, shop, guard, newCourse }) => {
  test.skip(!hasFfmpeg, NO_FFMPEG)
  guard.allow(OFFLINE)
  const { course_id } = await newCourse()
  await adaptiveLesson(shop, course_id, 12)
  await studentOf(page, shop, course_id)
  await downloadLesson(page, course_id)
  await withoutNetwork(context, async () => {
    await page.reload()
    await play(page, 2)
    expect(await video(page).evaluate((it: HTMLVideoElement) => it.videoHeight)).toBe(480)
  })
})

// In a plain run `downloader.test.ts`, `late.test.ts` and `service-worker.test.ts` cover each end, and
// `courses/offline/offline.test.ts` the server's part.
test('downloads end with their time, the access, the session, and for any other student', { tag: '@long' }, async ({
  page,
  context,
  browser,
  contextOptions,
  shop,
  guard,
  newCourse,
}) => {
  guard.allow(OFFLINE)
  const { course_id } = await newCourse()
  await measuredLesson(shop, course_id)
  const student = await studentOf(page, shop, course_id)
  const lesson = page.getByRole('region', { name: 'Downloaded lessons' })
  const nothing = { owner: 1, lessons: 0, courses: 0, chunks: 0, late: 0 }
  await downloadLesson(page, course_id)

  // Another browser profile of the same student: it has the app shell, and no lesson.
  const other = await browser.newContext({ ...contextOptions, baseURL: shop.url })
  const profile = await other.newPage()
  await signIn(profile, student)
  await profile.goto('/dashboard')
  await worked(profile)
  await withoutNetwork(other, async () => {
    await profile.goto(`/learn/${course_id}`)
    await expect(profile.getByText('Failed to load course content').first()).toBeVisible()
  })
  await other.close()

  // After 30 days without contact the lesson is locked; contact unlocks it.
  await daysLater(page, 31)
  await withoutNetwork(context, async () => {
    await page.goto('/dashboard')
    await expect(lesson.getByText('Expired. Go online to download it again.')).toBeVisible()
    await lesson.getByRole('link', { name: 'A lesson' }).click()
    await expect(page.getByText('Failed to load course content').first()).toBeVisible()
  })

  // The access is revoked.
  await shop.query(
    `update enrolments set revoked_at = now() where course_id = $1 and user_id = (select id from users where user_id = $2)`,
    [course_id, student.user_id],
  )
  await page.goto(`/learn/${course_id}`)
  await expect(page).toHaveURL(`/course/${course_id}`)
  await expect.poll(() => storedRows(page)).toEqual(nothing)

  // The student logs out.
  await shop.query(
    `update enrolments set revoked_at = null where course_id = $1 and user_id = (select id from users where user_id = $2)`,
    [course_id, student.user_id],
  )
  await downloadLesson(page, course_id)
  await page.goto('/dashboard')
  await page.goto('/')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect.poll(() => storedRows(page)).toEqual({ ...nothing, owner: 0 })

  // Another student logs in without a log-out before.
  const again = await studentOf(page, shop, course_id)
  await downloadLesson(page, course_id)
  await signIn(page, await newAccount(shop))
  await page.goto('/dashboard')
  await expect.poll(() => storedRows(page)).toEqual({ ...nothing, owner: 0 })
  await signIn(page, again)
  await withoutNetwork(context, async () => {
    await page.goto(`/learn/${course_id}`)
    await expect(page.getByText('Failed to load course content').first()).toBeVisible()
  })
})

// In a plain run `downloader.test.ts` fills the disk, and covers the same texts and the cleanup.
test('a full browser shows a message, and stores no partial lesson', { tag: '@long' }, async ({
  page,
  shop,
  guard,
  newCourse,
}) => {
  guard.allow(OFFLINE)
  const { course_id } = await newCourse()
  await measuredLesson(shop, course_id)
  await studentOf(page, shop, course_id)
  await page.goto(`/learn/${course_id}`)
  await worked(page)
  const browser = await page.context().newCDPSession(page)
  const room = (quotaSize: number) =>
    browser.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize })
  await room(20_000)
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Download' })
  const store = dialog.getByRole('button', { name: 'Download A lesson' })
  await store.click()
  const problem = dialog.getByRole('alert')
  await expect(problem).toContainText(
    /There is no room for this lesson: it needs [\d.]+ [KM]B\. Nothing was downloaded\./,
  )
  expect(await storedRows(page)).toMatchObject({ lessons: 0, chunks: 0 })

  // The browser can report it in advance.
  await page.evaluate(() => {
    navigator.storage.estimate = async () => ({ quota: 30_000, usage: 20_000 })
  })
  await room(1e9)
  await store.click()
  await expect(problem).toContainText('and this browser has 9.8 KB left')
  expect(await storedRows(page)).toMatchObject({ lessons: 0, chunks: 0 })
})
