// Runs before a release: rare jobs of the catalogue.

import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../screen-checks.ts'
import { answerInstead } from '../stand-ins.ts'
import { toast } from '../steps.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a promo code can be edited, paused and resumed', async ({ page, admin, shop, guard }) => {
  guard.allow(/status of 500/)
  const code = 'TULSI40'
  await shop.admin('POST', `/promocodes/add?promocode=${code}&discount=40&expiry_date=${inDays(9)}`)
  const listed = async () => {
    const { body } = await shop.call<{ promocode: string; discount: number }[]>('GET', '/go/get_promocodes')
    return body.find(({ promocode }) => promocode === code)?.discount
  }
  expect(await listed()).toBe(40)
  await admin.open(`/admin?tab=promocodes&q=${code}`)
  const row = page.getByRole('row', { name: new RegExp(code) })
  const dialog = page.getByRole('dialog', { name: `Change ${code}` })
  const change = () => page.getByRole('button', { name: `Change ${code}` }).click()
  const save = dialog.getByRole('button', { name: 'Save changes' })
  await change()
  await expect(save).toBeDisabled()
  const waiting = page.getByRole('tooltip')
  await save.focus()
  await page.keyboard.press('Enter')
  await expect(waiting).toHaveText('Change something first')
  await expect(save).toHaveAccessibleDescription('Change something first')
  await dialog.getByLabel('Discount (%)').focus()
  await expect(waiting).toBeHidden()
  await save.click({ force: true })
  await expect(waiting).toBeVisible()
  await dialog.getByLabel('Discount (%)').fill('0')
  await save.click()
  await expect(dialog.getByText('Discount must be between 1 and 100')).toBeVisible()
  await checkScreen(page, 'change of a promo code')
  await dialog.getByLabel('Discount (%)').fill('35')
  await dialog.getByText('Paused: buyers cannot use it').click()
  const broken = await page.route(/\/api\/admin\/promocodes\/(?!get)/, (route) =>
    route.fulfill({ status: 500, json: {} }),
  )
  await save.click()
  await expect(toast(page, 'Failed to update promo code')).toBeVisible()
  await broken.dispose()
  await save.dblclick()
  await expect(toast(page, 'Promo code updated successfully')).toBeVisible()
  await expect(row).toContainText('35%')
  await expect(row).toContainText('Paused')
  await expect.poll(listed).toBeUndefined()
  await change()
  await expect(dialog.getByRole('checkbox', { name: /Paused/ })).toBeChecked()
  await dialog.getByText('Paused: buyers cannot use it').click()
  await save.click()
  await expect(row).not.toContainText('Paused')
  await expect.poll(listed).toBe(35)
  await shop.admin('DELETE', `/promocodes/delete_promocode/${code}`)
})

test('a check of lesson links shows the state of each', async ({ page, admin, newCourse, guard }) => {
  guard.allow(/status of 500/)
  await newCourse({ name: 'Course of links' })
  await admin.open('/admin?tab=content')
  await page.getByRole('main').getByRole('link', { name: 'Course of links' }).click()
  await expect(page.getByText('No lessons yet')).toBeVisible()
  const watch = (place: number) => page.getByLabel(`Lesson ${place}, watch link`)
  await watch(1).fill('https://no-such-host.invalid/lesson')
  const check = page.getByRole('button', { name: 'Check links' })
  await check.dblclick()
  await expect(page.getByText('The link cannot be reached')).toBeVisible()
  // Stand-ins answer for other sites.
  const [good, alone] = ['https://youtu.be/aaaaaaaaaaa', 'https://shop.example.com/page']
  const reason = 'The link answers'
  await answerInstead(page, '/admin/courses/check_links', {
    json: {
      results: [
        { link: good, result: 'ok', status: 200, framed: true, reason },
        { link: alone, result: 'unreachable', status: 404, framed: null, reason: 'The link answers with status 404' },
      ],
    },
  })
  await watch(1).fill(good)
  await page.getByRole('button', { name: 'Add lesson' }).click()
  await watch(2).fill(alone)
  await check.click()
  const lesson = (place: number) => page.getByRole('region', { name: `Lesson ${place}`, exact: true })
  await expect(lesson(1).getByText(reason, { exact: true })).toBeVisible()
  await expect(lesson(2).getByText('The link answers with status 404')).toBeVisible()
  await answerInstead(page, '/admin/courses/check_links', { status: 500, json: {} })
  await check.click()
  await expect(toast(page, 'The links could not be checked')).toBeVisible()
})
