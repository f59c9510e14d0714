import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount, newPerson, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { holdBack } from '../stand-ins.ts'
import { goToPayPage, paidHeading, pressPay, startCheckout, sum } from '../steps.ts'

const COURSE = { id: 'youtube-shorts-starter-kit', name: 'YouTube Shorts Starter Kit' }

// In a plain run `sales/gifts/gifts.test.ts` covers the same.
test('three seats are one course and two gifts, and a link adds the course to the account of a friend', {
  tag: ['@each-width', '@long'],
}, async ({ page, newVisitor, shop }) => {
  const buyer = await newAccount(shop)
  await signIn(page, buyer)
  await startCheckout(page, COURSE.id)
  await page.goto('/cart')
  const quantity = page.getByRole('group', { name: `Quantity of ${COURSE.name}` })
  await quantity.getByRole('button', { name: 'Increase' }).click()
  await quantity.getByRole('button', { name: 'Increase' }).click()
  await expect(quantity).toContainText('3')
  await expect(sum(page, 'Total').last()).toHaveText('₹1,047.00')
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  const seats = page.getByText('1 course for you, 2 gifts to share').filter({ visible: true })
  await expect(seats).toHaveCount(1)
  await checkScreen(page, 'a checkout with gifts')
  const linkId = await goToPayPage(page)
  const showOrder = await holdBack(page, '/user/orders')
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()
  // Receipt and gift codes appear in reserved room.
  const next = page.getByRole('link', { name: 'Go to Dashboard' })
  const before = await next.boundingBox()
  const footerBefore = await page.getByRole('contentinfo').boundingBox()
  showOrder()
  await expect(page.getByText(/^SH-\d{4}-\d{5}$/)).toBeVisible()
  expect((await next.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
  expect((await shop.sandbox.ledger()).links.find((link) => link.id === linkId)?.amount_paid).toBe(104_700)

  const gifts = page.getByRole('region', { name: 'Gifts' })
  await expect(gifts.getByText('2 gifts to give away')).toBeVisible()
  const footer = await page.getByRole('contentinfo').boundingBox()
  expect(footer?.y, 'the footer stays where it was').toBeCloseTo(footerBefore?.y ?? 0, 0)
  const shown = gifts.getByText(/^Gift code/).locator('b')
  await expect(shown).toHaveCount(2)
  const [code = ''] = await shown.allInnerTexts()
  expect(code.replaceAll('-', '')).toMatch(/^[A-Z0-9]{12}$/)
  const link = await sharedLink(page, gifts)
  expect(link).toMatch(/\/gift#[A-Z0-9]{12}$/)
  await checkScreen(page, 'a payment with gifts')
  await page.goto('/dashboard/orders')
  await expect(gifts.getByText('2 gifts to give away')).toBeVisible()
  await checkScreen(page, 'an order with gifts')

  // The friend has no account yet: the link shows the gift, the account is made on its page, and one press adds it.
  const friend = newPerson('Meena Rao')
  const friendPage = await newVisitor()
  const requested: string[] = []
  friendPage.on('request', (request) => requested.push(request.url(), request.headers().referer ?? ''))
  await friendPage.goto(link)
  await expect(friendPage.getByRole('heading', { name: COURSE.name })).toBeVisible()
  await expect(friendPage.getByText('A gift for you').first()).toBeVisible()
  await checkScreen(friendPage, 'a gift for a visitor')
  await friendPage.getByRole('textbox', { name: 'Email' }).fill(friend.email)
  await friendPage.getByLabel('Phone').fill(friend.phone)
  await friendPage.getByLabel('Password', { exact: true }).fill('Nimbu-Pani-2027')
  await friendPage.getByRole('button', { name: 'Register' }).click()
  const add = friendPage.getByRole('button', { name: 'Add to my courses' })
  await expect(add).toBeEnabled()
  await checkScreen(friendPage, 'a gift for a student')
  await add.dblclick({ delay: 50 })
  await expect(friendPage.getByText(`${COURSE.name} is yours now.`)).toBeVisible()
  await friendPage.getByRole('link', { name: 'Start course' }).click()
  await expect(friendPage).toHaveURL(`/learn/${COURSE.id}`)
  expect(
    requested.filter((url) => url.includes(link.split('#')[1] ?? ' ')),
    'the code is in no request',
  ).toEqual([])
  await friendPage.goto(link)
  await expect(friendPage.getByText('You have added this gift to your courses.')).toBeVisible()

  await page.reload()
  await expect(gifts.getByText('1 gift to give away')).toBeVisible()
  await expect(gifts.getByText(/^Taken on \d/)).toHaveCount(1)
  await page.goto(link)
  await expect(page.getByText(/^This gift has been used/)).toBeVisible()
})

test('a code that was typed opens its gift, and an unknown, an ended or a needless one says so', {
  tag: ['@each-width', '@long'],
}, async ({ page, shop, guard }) => {
  const student = await newAccount(shop, 'Meena Rao')
  const { order_id } = await buy(shop, student, [COURSE.id, COURSE.id])
  const [gift] = await shop.query<{ code: string }>('select code from gift_codes where order_id = $1', [order_id])
  const code = gift?.code ?? ''
  await signIn(page, student)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Redeem a gift code' }).click()
  const field = page.getByRole('textbox', { name: 'Gift code' })
  const go = page.getByRole('button', { name: 'Continue' })
  await go.click()
  await expect(field).toBeFocused()
  await expect(page.getByText('Gift code is required')).toBeVisible()
  guard.allow(/status of 404/)
  await field.fill('ZZZZ-ZZZZ-ZZZZ')
  await go.click()
  await expect(page.getByText('Gift code not found')).toBeVisible()
  await checkScreen(page, 'an unknown gift code')
  await field.fill(` ${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`)
  await go.click()
  await expect(page).toHaveURL(`/gift#${code}`)
  await expect(page.getByText(/^You have this course already, so this gift is not used up/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share gift' })).toBeVisible()
  await checkScreen(page, 'a gift of a course that is owned')
  await shop.query('update gift_codes set revoked_at = now() where code = $1', [code])
  await page.reload()
  await expect(page.getByText(/^This gift no longer works/)).toBeVisible()
  await page.goto('/gift#ZZZZZZZZZZZZ')
  await expect(page.getByText(/^We do not know this gift code/)).toBeVisible()
  await page.goto('/dashboard/settings#redeem-gift')
  await expect(page, 'as emails of earlier releases link').toHaveURL('/gift')
})

/** Opens the share dialog of the first gift, and returns the link that its message has. */
async function sharedLink(page: Page, gifts: Locator): Promise<string> {
  await gifts.getByRole('button', { name: 'Share gift' }).first().click()
  const href = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
  await page.keyboard.press('Escape')
  const message = new URL(href ?? '').searchParams.get('text') ?? ''
  expect(message).toContain(`I have a gift for you: the course “${COURSE.name}”.`)
  return message.split(' ').at(-1) ?? ''
}
