// Runs before a release: browsers with a wrong clock; the server takes no time from them.

import { expect, test } from '../fixtures.ts'
import { liveLesson } from '../lessons.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { startCheckout, sum } from '../steps.ts'

const HOUR_MS = 3_600_000

for (const hours of [-24, -1, 1, 24]) {
  const side = hours < 0 ? 'behind' : 'ahead'
  test(`a clock ${Math.abs(hours)} h ${side} changes neither a live lesson nor a promo code`, {
    tag: '@each-width',
  }, async ({ page, shop, newCourse }) => {
    const { course_id } = await newCourse()
    await liveLesson(shop, course_id, 10)
    const student = await newAccount(shop)
    await buy(shop, student, [course_id])
    await page.addInitScript((offMs) => {
      const Real = Date
      const now = () => Real.now() + offMs
      // biome-ignore lint/suspicious/noGlobalAssign: the clock of this browser is wrong
      Date = new Proxy(Real, {
        construct: (target, values) => Reflect.construct(target, values.length > 0 ? values : [now()]),
        get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
      })
    }, hours * HOUR_MS)
    await signIn(page, student)
    await page.goto('/dashboard')
    const next = page.getByRole('region', { name: 'Next live lesson' })
    await expect(next.getByText(/^In (9|10) minutes$/)).toBeVisible()
    await expect(next.getByRole('button', { name: /^Join/ })).toBeVisible()
    await next.getByRole('link', { name: /^Open lesson/ }).click()
    await expect(page.getByRole('main').getByText(/^In (9|10) minutes$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeVisible()
    await expect(
      page
        .getByRole('navigation', { name: 'Lessons' })
        .getByText(/^Live /)
        .first(),
    ).toBeVisible()

    // A code that ends within the hour is valid by the shop's time.
    const ends = new Date(Date.now() + HOUR_MS / 2).toISOString()
    const name = `SOON${hours + 30}`
    await shop.admin('POST', `/promocodes/add?promocode=${name}&discount=10&expiry_date=${encodeURIComponent(ends)}`)
    await startCheckout(page, 'hindi-script-vault')
    await page.goto('/cart')
    await page.getByRole('textbox', { name: 'Promo code' }).fill(name)
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('Promocode applied successfully').first()).toBeVisible()
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Promo code' })).toHaveValue(name)
    await expect(sum(page, /^Total$/)).toHaveText('₹269.10')
    await expect(page.getByText('Promocode has expired')).toHaveCount(0)
  })
}
