import { expect, test } from '../fixtures.ts'
import { signIn } from '../people.ts'
import { learner } from '../reviews.ts'
import { checkScreen } from '../screen-checks.ts'
import { toast } from '../steps.ts'

// In a plain run `certificates/certificates-http.test.ts` covers the same.
test('a student gets the certificate of a completed course, and visitors can verify it and see its revocation', {
  tag: '@long',
}, async ({ page, newVisitor, newCourse, shop }) => {
  const { course_id, name } = await newCourse()
  const content = [{ title: 'A lesson', watch_link: 'https://www.youtube.com/watch?v=M7lc1UVf-VE' }]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  await shop.admin('PUT', `/courses/certificate/${course_id}`, { offered: true })
  await signIn(page, await learner(shop, course_id, 'Priya Shrivastava'))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Get your certificate/ }).click()
  const dialog = page.getByRole('dialog', { name: `Certificate: ${name}` })
  await expect(dialog.getByRole('figure', { name: 'Preview' })).toContainText('Priya Shrivastava')
  await checkScreen(page, 'the preview of a certificate')
  await dialog.getByRole('button', { name: 'Get my certificate' }).dblclick({ delay: 50 })
  await expect(toast(page, 'Your certificate is ready')).toBeVisible()
  await expect(dialog.getByText('Priya Shrivastava')).toBeVisible()
  const downloads: string[] = []
  for (const button of ['Download PDF', 'Share image']) {
    const begun = page.waitForEvent('download')
    await dialog.getByRole('button', { name: button }).click()
    downloads.push((await begun).suggestedFilename())
  }
  expect(downloads.map((file) => file.split('.').at(-1))).toEqual(['pdf', 'jpg'])
  await checkScreen(page, 'a certificate')
  const address = await dialog.getByRole('link', { name: 'Open the public page' }).getAttribute('href')
  const path = new URL(address ?? '').pathname

  const visitor = await newVisitor()
  await visitor.goto(path)
  const shown = visitor.getByRole('main')
  for (const fact of ['Valid', 'Priya Shrivastava', name]) await expect(shown.getByText(fact)).toBeVisible()
  await checkScreen(visitor, 'checking a certificate')

  const { certificates } = await shop.admin<{ certificates: { certificate_id: number }[] }>(
    'GET',
    `/certificates?course_id=${course_id}`,
  )
  const [{ certificate_id } = { certificate_id: 0 }] = certificates
  await shop.admin('PUT', `/certificates/${certificate_id}/revoked`, { reason: 'The task was copied.' })
  await visitor.reload()
  await expect(shown.getByText('Revoked')).toBeVisible()
  await expect(shown.getByText('copied')).toHaveCount(0)
})

test('a student who only marked lessons sees which ones to watch for the certificate, and no button of a review', {
  tag: '@long',
}, async ({ page, newCourse, shop }) => {
  const { course_id, name } = await newCourse()
  const content = [{ title: 'A long lesson', watch_link: 'https://www.youtube.com/watch?v=M7lc1UVf-VE', seconds: 600 }]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  await shop.admin('PUT', `/courses/certificate/${course_id}`, { offered: true })
  const student = await learner(shop, course_id, 'Priya Shrivastava')
  await shop.query('update lesson_progress set seconds = 0 where course_id = $1', [course_id])
  await signIn(page, student)
  await page.goto(`/dashboard?certificate=${course_id}`)
  const dialog = page.getByRole('dialog', { name: `Certificate: ${name}` })
  await expect(dialog.getByText('4 more minutes')).toBeVisible()
  await checkScreen(page, 'lessons that a certificate waits for')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Certificate: 1 lesson to watch/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Review this course/ })).toHaveCount(0)
  await page.goto(`/dashboard?review=${course_id}`)
  await expect(page.getByText('once you have watched 20% of its lessons')).toBeVisible()
})

test('the owner chooses layout and signatory of the next certificates', { tag: '@long' }, async ({ page, admin }) => {
  await admin.open('/admin?tab=certificates')
  const form = page.getByRole('form', { name: 'Layout and signature' })
  await form.getByRole('radio', { name: 'Side panel' }).check()
  await form.getByLabel('Who signs').fill('Ritu Malhotra')
  await form.getByLabel('Title').fill('Founder')
  await checkScreen(page, 'the look of certificates')
  const begun = page.waitForEvent('download')
  await form.getByRole('button', { name: 'Download a sample' }).click()
  expect((await begun).suggestedFilename()).toBe('Certificate-sample.pdf')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'The next certificates have this look')).toBeVisible()
  await page.reload()
  await expect(form.getByRole('radio', { name: 'Side panel' })).toBeChecked()
  await expect(form.getByLabel('Who signs')).toHaveValue('Ritu Malhotra')
})
