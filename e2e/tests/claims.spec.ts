import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../screen-checks.ts'

test('a claim shows in the store once the owner adds its proof', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const words = 'Join 12,500+ learners'
  const { course_id, name } = await newCourse({ name: 'Reels for tailors', header_text: words })
  await page.goto(`/course/${course_id}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText(words)).toBeHidden()
  await admin.open('/admin?tab=settings&section=claims')
  const proofs = page.getByRole('region', { name: 'Proofs' })
  const row = proofs.getByRole('listitem').filter({ hasText: words })
  await expect(row).toContainText('Not shown')
  await expect(row.getByRole('link', { name: `Course: ${name}` })).toBeVisible()
  await checkScreen(page, 'claims with their proofs')
  await row.getByRole('button', { name: `Add proof: ${words}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Proof of a claim' })
  await dialog.getByLabel(/^Where it comes from/).fill('Counted in our register, March 2026')
  await checkScreen(page, 'the proof of a claim')
  await dialog.getByRole('button', { name: 'Save proof' }).click()
  await expect(row).toContainText('Proven')
  await expect(row).toContainText('Counted in our register, March 2026')
  await page.goto(`/course/${course_id}`)
  await expect(page.getByText(words)).toBeVisible()
  await shop.query('delete from claim_proofs where words = $1', [words])
})
