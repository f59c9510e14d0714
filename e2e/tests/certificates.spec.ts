import { expect, test } from '../fixtures.ts'
import { signIn } from '../people.ts'
import { learner } from '../reviews.ts'
import { checkScreen } from '../screen-checks.ts'
import { toast } from '../steps.ts'

test('a student takes the certificate of a completed course, visitors check it, and see that it was revoked', async ({
  page,
  newVisitor,
  newCourse,
  shop,
  guard,
}) => {
  guard.allow(/status of 422/)
  const { course_id, name } = await newCourse()
  const content = [{ title: 'A lesson', watch_link: 'https://www.youtube.com/watch?v=M7lc1UVf-VE' }]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  await shop.admin('PUT', `/courses/certificate/${course_id}`, { offered: true })
  await signIn(page, await learner(shop, course_id, 'Priya Shrivastava'))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Get your certificate/ }).click()
  const dialog = page.getByRole('dialog', { name: `Certificate: ${name}` })
  const field = dialog.getByLabel('Name on the certificate')
  await expect(field).toHaveValue('Priya Shrivastava')
  await field.fill('ப்ரியா')
  await dialog.getByRole('button', { name: 'Get my certificate' }).click()
  await expect(dialog.getByText('Use Latin or Devanagari letters')).toBeVisible()
  await field.fill('प्रिया श्रीवास्तव')
  await checkScreen(page, 'naming a certificate')
  await dialog.getByRole('button', { name: 'Get my certificate' }).dblclick({ delay: 50 })
  await expect(toast(page, 'Your certificate is ready')).toBeVisible()
  await expect(dialog.getByText('प्रिया श्रीवास्तव')).toBeVisible()
  const downloads: string[] = []
  for (const button of ['Download PDF', 'Download badge']) {
    const begun = page.waitForEvent('download')
    await dialog.getByRole('button', { name: button }).click()
    downloads.push((await begun).suggestedFilename())
  }
  expect(downloads.map((file) => file.split('.').at(-1))).toEqual(['pdf', 'jwt'])
  await checkScreen(page, 'a certificate')
  const address = await dialog.getByRole('link', { name: 'Open the public page' }).getAttribute('href')
  const path = new URL(address ?? '').pathname

  const visitor = await newVisitor()
  await visitor.goto(path)
  const shown = visitor.getByRole('main')
  for (const fact of ['Valid', 'प्रिया श्रीवास्तव', name]) await expect(shown.getByText(fact)).toBeVisible()
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
