import { createCourse } from '../courses.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../screen-checks.ts'
import { toast } from '../steps.ts'

test('an earlier version of a sales page is compared with today, brought back, and that undone', {
  tag: '@long',
}, async ({ page, admin, shop }) => {
  const { course_id } = await createCourse(shop, { name: 'Reels before the change' })
  await shop.admin('PUT', `/courses/update_course/${course_id}`, {
    name: 'Reels after the change',
    who_is_this_for: ['Creators', 'Shops'],
  })
  await admin.open(`/admin?tab=editcourse&course_id=${course_id}&step=access`)
  await page.getByRole('button', { name: 'Versions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Versions of this page' })
  await expect(dialog.getByRole('button', { name: /^Version 2 \(now\)/ })).toContainText('Name, who it is for')
  const name = dialog.getByRole('region', { name: 'name', exact: true })
  await expect(name.getByRole('group', { name: 'This version' })).toHaveText('Reels before the change')
  await expect(name.getByRole('group', { name: 'Now' })).toHaveText('Reels after the change')
  await checkScreen(page, 'versions')
  await dialog.getByRole('button', { name: 'Restore version 1' }).click()
  await expect(toast(page, 'Version restored')).toBeVisible()
  await expect(dialog).toBeHidden()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Reels before the change')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(title).toHaveText('Reels after the change')
  await page.getByRole('button', { name: 'Versions' }).click()
  await expect(dialog.getByRole('button', { name: /^Version 4 \(now\)/ })).toBeVisible()
})
