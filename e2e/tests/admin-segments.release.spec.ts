// Runs before a release: segments of students, which the tests of people hold.

import { expect, test } from '../fixtures.ts'
import { buy, newAccount } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { openTools } from '../steps.ts'

test('students are filtered in words, marked, and passed on to the forms of enrolment', { tag: '@both' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const { course_id, name } = await newCourse({ name: 'Course of the rules', price: 300 })
  const buyers = await Promise.all(['Buyer One', 'Buyer Two'].map((buyer) => newAccount(shop, buyer)))
  for (const buyer of buyers) await buy(shop, buyer, [course_id])
  await admin.open('/admin?tab=users')
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^Select (?!all)/ }) })
  await openTools(page)
  await page.getByRole('button', { name: 'Filter students' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a rule' })
  await dialog.getByRole('button', { name: 'Show students' }).click()
  await expect(dialog.getByText('Choose a course')).toBeVisible()
  await checkScreen(page, 'a rule of a segment')
  if (await dialog.getByRole('searchbox').isVisible()) await dialog.getByRole('searchbox').fill('rules course')
  // The dialog becomes shorter with the results, and without the message: a press before that would miss the button.
  await expect(dialog.getByRole('checkbox')).toHaveCount(1)
  await dialog.getByLabel(name).check()
  await expect(dialog.getByText('Choose a course')).toBeHidden()
  await dialog.getByRole('button', { name: 'Show students' }).click()
  const line = page.getByRole('group', { name: 'Rules' })
  await expect(line).toContainText(`bought ${name}`)
  await expect(page.getByText('Total: 2', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(2)

  await line.getByRole('button', { name: 'Add a rule' }).click()
  await dialog.getByLabel('Students who').selectOption('Spent a sum')
  await dialog.getByLabel('At least, in ₹').fill('1000')
  await dialog.getByRole('button', { name: 'Show students' }).click()
  await expect(page.getByRole('heading', { name: 'Nobody fits both rules' })).toBeVisible()
  await expect(page.getByText('Without the last rule there are 2 students.')).toBeVisible()
  await line.getByRole('button', { name: /^spent/ }).click()
  const change = page.getByRole('dialog', { name: 'Change the rule' })
  await change.getByLabel('At least, in ₹').fill('300')
  await change.getByRole('button', { name: 'Show students' }).click()
  await expect(line).toContainText(/spent ₹300 or more/)
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('₹300.00')
  // The address carries the rules.
  await page.reload()
  await openTools(page)
  await expect(line).toContainText(/spent ₹300 or more/)
  await line.getByRole('button', { name: /^Remove: spent/ }).click()
  await expect(line).not.toContainText('spent')
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await checkScreen(page, 'students of a segment')

  for (const { email } of buyers) await rows.filter({ hasText: email }).getByRole('checkbox').check()
  const bulk = page.getByRole('region', { name: 'Selected students' })
  await expect(bulk).toContainText('2 selected')
  await checkScreen(page, 'marked students')
  await bulk.getByRole('button', { name: 'Remove access' }).click()
  const list = page.getByRole('textbox', { name: 'Students' })
  for (const { email } of buyers) await expect(list).toHaveValue(new RegExp(email))
  await page.goBack()
  for (const { email } of buyers) await rows.filter({ hasText: email }).getByRole('checkbox').check()
  await bulk.getByRole('button', { name: 'Give a course' }).click()
  for (const { email } of buyers) await expect(page.getByRole('textbox').first()).toHaveValue(new RegExp(email))
})

test('a segment is saved, opened by its chip, replaced, and ties a promo code to its students', {
  tag: '@both',
}, async ({ page, admin }) => {
  await admin.open(`/admin?tab=users&segment=${encodeURIComponent('{"all":[{"language":"hi"}]}')}`)
  await openTools(page)
  await page.getByRole('button', { name: 'Save segment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this segment' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Readers of Hindi')
  await checkScreen(page, 'a segment that is saved')
  await dialog.getByRole('button', { name: 'Save segment' }).click()
  const chips = page.getByRole('group', { name: 'Saved segments' })
  await expect(chips.getByRole('button', { name: /^Readers of Hindi/ })).toHaveAttribute('aria-pressed', 'true')
  await chips.getByRole('button', { name: 'Everyone' }).click()
  await expect(page.getByRole('group', { name: 'Rules' })).not.toContainText('read')
  await chips.getByRole('button', { name: /^Readers of Hindi/ }).click()
  await expect(page.getByRole('group', { name: 'Rules' })).toContainText('read')
  await checkScreen(page, 'saved segments')

  await page.goto(`/admin?tab=users&segment=${encodeURIComponent('{"all":[{"language":"mr"}]}')}`)
  await openTools(page)
  await page.getByRole('button', { name: 'Save segment' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('readers of hindi')
  await expect(dialog.getByText('Replaces the rules of Readers of Hindi.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Replace segment' }).click()
  await expect(chips.getByRole('button', { name: /^Readers of Hindi/ })).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('link', { name: 'Create a code for them' }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill('NAMASKAR')
  await checkScreen(page, 'a code for a segment')
  await page.getByRole('dialog').getByRole('button', { name: 'Add promo code' }).click()
  await expect(page.getByRole('row', { name: /NAMASKAR/ })).toContainText('For a segment')
})
