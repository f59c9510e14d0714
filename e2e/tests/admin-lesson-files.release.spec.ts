// Runs before a release: files of a lesson beside its video.

import { pdfOf } from '../../server/test/archives.ts'
import { SUBTITLES_SRT } from '../../server/test/sound-files.ts'
import { expect, test } from '../fixtures.ts'
import { storedFile } from '../lessons.ts'
import { film } from '../media-library.ts'
import { toast } from '../steps.ts'

test('a lesson gets files and captions from the library', async ({ page, shop, admin, newCourse }) => {
  const { course_id } = await newCourse()
  const content = [{ title: 'A lesson', watch_link: 'https://youtu.be/aqz-KE-bpKQ' }]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  const workbook = await storedFile(shop, pdfOf(), `workbook-${course_id}.pdf`)
  const subtitles = await storedFile(shop, Buffer.from(SUBTITLES_SRT), `english-${course_id}.srt`)
  await admin.open(`/admin?tab=content&course_id=${course_id}`)
  const lesson = page.getByRole('region', { name: 'Lesson 1', exact: true })
  await lesson.getByRole('button', { name: 'More of lesson 1' }).click()
  await lesson.getByRole('button', { name: 'Add file to lesson 1' }).click()
  await page.getByRole('button', { name: new RegExp(`workbook-${course_id}`) }).click()
  await lesson.getByRole('textbox', { name: 'Name of file 1 of lesson 1' }).fill('Workbook')
  await lesson.getByRole('button', { name: 'Add captions to lesson 1' }).click()
  await page.getByRole('button', { name: new RegExp(`english-${course_id}`) }).click()
  await lesson.getByRole('combobox', { name: 'Language of captions 1 of lesson 1' }).selectOption('hi')
  await page.getByRole('button', { name: 'Save content' }).click()
  type Stored = { content: { files: object[]; captions: object[] }[] }
  const stored = async () => (await shop.admin<Stored>('GET', `/courses/get_content/${course_id}`)).content[0]
  await expect
    .poll(stored)
    .toMatchObject({ files: [{ name: 'Workbook', url: workbook }], captions: [{ language: 'hi', url: subtitles }] })
})

test('captions can be uploaded where they are added, and an empty library shows a message', async ({
  page,
  shop,
  admin,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  const content = [{ title: 'A lesson', watch_link: 'https://youtu.be/aqz-KE-bpKQ' }]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  // Other tests of this run may have uploaded subtitles.
  const library = { media: [], total: 0, next: null, max_video_bytes: 1e9, max_bytes: { subtitles: 1e6 } }
  await page.route('**/api/admin/media?*kind=subtitles*', (route) => route.fulfill({ json: library }))
  await admin.open(`/admin?tab=content&course_id=${course_id}`)
  const lesson = page.getByRole('region', { name: 'Lesson 1', exact: true })
  await lesson.getByRole('button', { name: 'More of lesson 1' }).click()
  await lesson.getByRole('button', { name: 'Add captions to lesson 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose subtitles' })
  await expect(dialog.getByRole('heading', { name: 'No subtitle files yet' })).toBeVisible()
  const file = (name: string, text: string) => ({ name, mimeType: '', buffer: Buffer.from(text) })
  await admin.choose(page, [file(`notes-${course_id}.txt`, 'No captions')], 'Upload subtitles')
  await expect(dialog.getByText('Please upload a valid subtitle file (WebVTT or SRT)')).toBeVisible()
  const own = `${SUBTITLES_SRT}\n9\n00:09:00,000 --> 00:09:01,000\n${course_id}\n`
  await admin.choose(page, [file(`here-${course_id}.srt`, own)], 'Upload subtitles')
  await expect(dialog).toBeHidden()
  await expect(lesson.getByRole('list', { name: 'Captions of lesson 1' })).toContainText(`here-${course_id}.vtt`)
})

test('the first videos or the first quiz of a course replace its empty lesson', async ({
  page,
  shop,
  admin,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  const address = `/admin?tab=content&course_id=${course_id}`
  const titles = page.getByRole('textbox', { name: /^Lesson \d+, title$/ })
  await admin.open(address)
  await expect(titles).toHaveValue('')
  await page.getByRole('button', { name: 'Add a quiz' }).click()
  await expect(titles).toHaveCount(1)
  await expect(titles).toBeFocused()
  await page.getByRole('button', { name: 'Remove lesson 1' }).click()
  await page.getByRole('button', { name: 'Add lesson' }).click()
  await admin.choose(page, [await film('Welcome.mp4', 1_000), await film('Second.mp4', 1_000)], 'Upload videos')
  await expect(titles).toHaveCount(2)
  await page.getByRole('button', { name: 'Save content' }).click()
  await expect(toast(page, 'Course content updated successfully').first()).toBeVisible()
  type Stored = { content: { title: string }[] }
  const stored = async () => (await shop.admin<Stored>('GET', `/courses/get_content/${course_id}`)).content
  await expect.poll(async () => (await stored()).map(({ title }) => title)).toEqual(['Second', 'Welcome'])
})
