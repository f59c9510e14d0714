// Runs before a release: makes a course of a folder of videos.

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pdfOf, zipOf } from '../../server/test/archives.ts'
import { SUBTITLES_SRT } from '../../server/test/sound-files.ts'
import { removeCourse } from '../courses.ts'
import { expect, test } from '../fixtures.ts'
import { art, dropFolder, PATIENT } from '../media-library.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { holdBack } from '../stand-ins.ts'
import { toast } from '../steps.ts'

type Lesson = { title: string; section: string | null; files: { name: string }[]; captions: { language: string }[] }

test('a folder dropped on the list becomes a course, and its student has every file', {
  tag: '@tab-only',
}, async ({ page, admin, shop, newVisitor }) => {
  const info = test.info()
  test.slow()
  const name = `Phone Filming ${info.workerIndex} ${Date.now()}`
  const folder = info.outputPath(name)
  const clip = await art('reel-hooks.webm')
  const put = async (path: string, bytes: Buffer | string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), bytes)
  }
  // Each video differs: players ignore the bytes behind its end.
  const films = ['1 Start/01 Why.webm', '1 Start/02 How.webm', '2 Grow/01 Post.webm']
  for (const [n, path] of films.entries()) await put(path, Buffer.concat([clip, Buffer.alloc(64, `${name}${n}`)]))
  await put('1 Start/01 Why.en.srt', SUBTITLES_SRT)
  const beside = new Map([
    ['01 Why.pdf', pdfOf(`<< /Title (${name} one) >>`)],
    ['checklist.pdf', pdfOf(`<< /Title (${name} two) >>`)],
    ['templates.zip', zipOf([{ name: 'caption.txt', data: name }])],
  ])
  for (const [file, bytes] of beside) await put(`${file === '01 Why.pdf' ? '1 Start' : '2 Grow'}/${file}`, bytes)
  const papers = ['1. नोट्स.pdf', '2. साँचे और उदाहरण.pdf']
  for (const paper of papers) await put(`3 बोनस/${paper}`, pdfOf(`<< /Title (${name} ${paper[0]}) >>`))
  await put('cover.webp', await art('banner-reels.webp'))
  await put('README.md', '# Phone filming\n\nFilm **sharp reels** with the phone that you have. No gear, no studio.\n')
  await put('1 Start/old.avi', 'RIFF')

  await admin.open('/admin?tab=overview')
  await expect(page.getByRole('region', { name: 'What to do next' }).getByRole('listitem')).toHaveCount(3)
  // The onboarding step has no link once another journey has published a course in this shop.
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Courses', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Courses' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Courses' }).getByRole('checkbox').nth(1)).toBeVisible()
  await dropFolder(page, '[data-file-drop]', folder)
  const plan = page.getByRole('dialog', { name: 'Check before we upload' })
  await expect(plan.getByRole('textbox', { name: 'Title' })).toHaveValue(name)
  await expect(plan).toContainText('Film sharp reels with the phone that you have.')
  await plan.getByRole('button', { name: 'Leave it out' }).click()
  // The PDFs of a folder without videos are its lessons; the owner can choose otherwise.
  const bonus = plan.getByRole('region', { name: 'बोनस' })
  await expect(bonus).toContainText('4. नोट्स')
  await bonus.getByRole('button', { name: 'Turn all into downloads' }).click()
  await expect(bonus).toHaveCount(0)
  for (const paper of papers) await plan.getByRole('button', { name: `Turn into a lesson of 3 बोनस/${paper}` }).click()
  await expect(bonus).toContainText('5. साँचे और उदाहरण')
  // An empty price is no mistake of a draft; a wrong one is.
  await plan.getByRole('textbox', { name: 'Price in ₹' }).fill('-1')
  await plan.getByRole('button', { name: 'Create the course, upload 9 files' }).click()
  await expect(plan).toContainText('Price must be positive')
  await plan.getByRole('textbox', { name: 'Price in ₹' }).fill('')
  await expect(plan).not.toContainText('Price must be positive')
  await checkScreen(page, 'plan of a new course')
  const release = await holdBack(page, '/admin/courses/create')
  await plan.getByRole('button', { name: 'Create the course, upload 9 files' }).click()
  // A running creation cannot be cancelled.
  await expect(plan.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(plan).toContainText('Creating the course...')
  release()
  await expect(toast(page, `${name} is in the course`)).toBeVisible(PATIENT)

  const id = new URL(page.url()).searchParams.get('course_id') ?? ''
  await expect(page.getByLabel('Lesson 3, title')).toHaveValue('Post')
  const stored = async () => (await shop.admin<{ content: Lesson[] }>('GET', `/courses/get_content/${id}`)).content
  expect(
    (await stored()).map(({ section, title, files, captions }) => [section, title, files.length, captions.length]),
  ).toEqual([
    ['Start', 'Why', 1, 1],
    ['Start', 'How', 0, 0],
    ['Grow', 'Post', 2, 0],
    ['बोनस', 'नोट्स', 0, 0],
    ['बोनस', 'साँचे और उदाहरण', 0, 0],
  ])
  expect((await shop.call('GET', `/go/courses/${id}`)).status).toBe(404)

  // The same folder matches its course, and adds nothing.
  await page.goto('/admin?tab=courses')
  // Content that appears above the list moves it, so wait before the drop.
  await expect(page.getByRole('table', { name: 'Courses' }).getByRole('checkbox').nth(1)).toBeVisible()
  await dropFolder(page, '[data-file-drop]', folder)
  await expect(plan).toContainText(`It continues in the course ${name}`, PATIENT)
  await expect(plan).toContainText('Nothing new to upload.')
  await expect(plan.getByText('Also use the folder')).toHaveCount(0)
  await plan.getByRole('button', { name: 'Cancel' }).click()

  const student = await newAccount(shop)
  // A buyer is enrolled without email confirmation.
  await buy(shop, student, ['bio-link-in-an-hour'])
  const people = [{ email: student.email, phone: null, name: null }]
  await shop.admin('POST', '/enrolments', { course_ids: [id], people, mail: false })
  const visitor = await newVisitor()
  await signIn(visitor, student)
  await visitor.goto(`/learn/${id}`)
  const film = visitor.locator('video')
  const lessons = visitor.getByRole('navigation', { name: 'Lessons' }).getByRole('button')
  for (const [n, title] of ['Why', 'How', 'Post'].entries()) {
    // The section of the open lesson alone is open.
    if (title === 'Post') await visitor.getByRole('navigation', { name: 'Lessons' }).getByText('Grow').click()
    await lessons.getByText(title, { exact: true }).click()
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(title)
    await film.evaluate((video: HTMLVideoElement) => {
      video.muted = true
      return video.play()
    })
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.2)
    if (n === 0) {
      const words = () =>
        film.evaluate((video: HTMLVideoElement) => {
          const [track] = video.textTracks
          if (track) track.mode = 'hidden'
          return [...(track?.cues ?? [])].map((cue) => (cue as VTTCue).text)
        })
      await expect.poll(words).toEqual(['Hello', 'Again'])
    }
    for (const { name: label } of (await stored())[n]?.files ?? []) {
      const files = visitor.getByRole('region', { name: 'Files of this lesson' }).getByRole('listitem')
      const download = visitor.waitForEvent('download')
      await files
        .filter({ hasText: label })
        .getByRole('link', { name: /^Download/ })
        .click()
      const saved = await readFile(await (await download).path())
      expect(saved.equals(beside.get(label) ?? Buffer.alloc(0)), label).toBe(true)
    }
  }
  // The way out beside the browser's viewer of PDF, or in place of it.
  await visitor.getByRole('navigation', { name: 'Lessons' }).getByText('बोनस').click()
  await lessons.getByText('साँचे और उदाहरण', { exact: true }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('साँचे और उदाहरण')
  const address = (await visitor.getByRole('link', { name: /^Open (this )?lesson/ }).getAttribute('href')) ?? ''
  const paper = await visitor.request.get(`${address}&download`)
  expect(paper.headers()['content-disposition']).toContain(encodeURIComponent('साँचे और उदाहरण.pdf'))
  // Other journeys count the courses of this shop.
  await removeCourse(shop, id)
})

test('the dialog closes once the course exists, also with files left over from an earlier visit', {
  tag: '@tab-only',
}, async ({ page, admin, shop }) => {
  const name = `Left behind ${test.info().workerIndex} ${Date.now()}`
  const folder = test.info().outputPath(name)
  await mkdir(folder, { recursive: true })
  const clip = await art('reel-hooks.webm')
  await writeFile(join(folder, '01 Why.webm'), Buffer.concat([clip, Buffer.alloc(64, name)]))
  // Files of an earlier visit are never found again.
  await page.addInitScript(() => {
    navigator.locks.query = () => new Promise(() => {})
  })
  await admin.open('/admin?tab=courses')
  await expect(page.getByRole('table', { name: 'Courses' }).getByRole('checkbox').nth(1)).toBeVisible()
  await dropFolder(page, '[data-file-drop]', folder)
  const plan = page.getByRole('dialog', { name: 'Check before we upload' })
  await expect(plan.getByRole('textbox', { name: 'Price in ₹' })).toBeFocused()
  await page.keyboard.type('499')
  await plan.getByRole('button', { name: 'Create the course, upload 1 file' }).click()
  await expect(plan).toBeHidden(PATIENT)
  await expect(page.getByLabel('Lesson 1, title')).toHaveValue('Why', PATIENT)
  await removeCourse(shop, new URL(page.url()).searchParams.get('course_id') ?? '')
})
