import { expect, test } from '../fixtures.ts'
import { paidLesson } from '../lessons.ts'
import { buy, newAccount, signIn } from '../people.ts'

test('one device above the limit lists the devices in use, and can take over', async ({
  page,
  shop,
  guard,
  newCourse,
}) => {
  guard.allow(/status of 40[49]/)
  await shop.admin('PUT', '/settings', { delivery: { devices: 1 } })
  const { course_id } = await newCourse()
  await paidLesson(shop, course_id)
  const student = await newAccount(shop)
  await buy(shop, student, [course_id])
  await signIn(page, student)
  const { content } = await shop.admin<{ content: { lesson_id: string }[] }>('GET', `/courses/get_content/${course_id}`)
  const { body } = await shop.call<{ access_token: string }>('POST', '/login', { body: student })
  const beat = { course_id, lesson_id: content[0]?.lesson_id, seconds: 5 }
  expect((await shop.call('POST', '/user/progress', { token: body.access_token, body: beat })).status).toBe(200)
  await page.goto(`/learn/${course_id}`)
  const cover = page.getByRole('alert', { name: 'Too many devices' })
  // The cover takes the place of the video, in a fast shop before anybody presses play.
  await expect(page.locator('video').or(cover).first()).toBeVisible()
  await page.evaluate(() => {
    const video = document.querySelector('video')
    if (!video) return
    video.loop = true
    // The video of the extra device does not open.
    video.play().catch(() => undefined)
  })
  await expect(cover).toContainText('You are watching on 1 other device')
  await cover.getByRole('button', { name: 'Stop there, play here' }).click()
  await expect(page.locator('video')).toBeVisible()
  await shop.admin('PUT', '/settings', { delivery: { devices: 0 } })
})
