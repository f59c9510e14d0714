import type { Page } from '@playwright/test'
import { adminWithPassword, logInAdmin } from '../console.ts'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount } from '../people.ts'
import { checkFocus, checkScreen } from '../screen-checks.ts'
import type { Shop } from '../shop.ts'
import { answerInstead, holdBack } from '../stand-ins.ts'
import { toast } from '../steps.ts'

const HOME = '/admin?tab=overview'
const list = (page: Page) => page.getByRole('region', { name: 'What to do next' })

/** Ends everything that waits in the shop, and sets its steps; other tests left some. */
async function quiet(shop: Shop, settled: string[] = []): Promise<void> {
  for (const sql of [
    `update orders set status = 'expired', unanswered_since = null where status in ('created', 'review')`,
    `update orders set unanswered_since = null`,
    `update guarantee_requests set status = 'declined', answer = 'No', closed_at = now() where status = 'open'`,
    `update tickets set status = 'done', done_at = now() where status = 'open'`,
    `update questions set answer = 'So', answered_at = now() where answer is null`,
    `update users set email_refused_at = null, email_refusal = null`,
    `update disputes set asked_at = null`,
    `delete from hand_in_files`,
    `delete from hand_ins`,
    `update reviews set reply = 'Thank you', replied_at = now() where reply is null`,
    `delete from mail_trouble`,
    `delete from backups`,
  ])
    await shop.query(sql)
  await shop.query(`update shop_settings set settled_steps = $1`, [['demo_seen', ...settled]])
}

test.afterEach(({ shop }) => quiet(shop))

test('a new shop begins with its first steps, and a dismissed one can be put back', async ({ page, admin, shop }) => {
  // A step that no other test ends. Some end others, so that how many are done is read.
  await quiet(shop, ['keys'])
  const { first } = await shop.admin<{ first: { done: number; of: number } }>('GET', '/todo')
  const done = (more = 0) => `${first.done + more} of ${first.of} done`
  await admin.open(HOME)
  await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible()
  await expect(list(page)).toContainText(done())
  await expect(list(page).getByRole('listitem')).toHaveCount(3)
  await expect(list(page).getByRole('link', { name: 'Add the name' })).toHaveAttribute(
    'href',
    /tab=settings&section=shop/,
  )
  const fold = list(page).getByRole('button', {
    name: /^\d+ more steps before you go live, 1 dismissed$/,
  })
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await checkScreen(page, 'first steps')

  await list(page).getByRole('button', { name: 'Dismiss: Name your shop' }).click()
  await expect(list(page)).toContainText(done(1))
  await expect(list(page).getByRole('heading')).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(list(page)).toContainText(done())
  await list(page).getByRole('button', { name: /more/ }).click()
  await list(page).getByRole('button', { name: 'Restore: Connect Razorpay' }).click()
  await expect(list(page)).toContainText(done(-1))
})

test('on a busy day what is urgent is on top, the rest is named in one line, and each line leads to its place', {
  tag: '@long',
}, async ({ page, admin, shop }) => {
  await quiet(shop)
  const student = await newAccount(shop, 'Sunita Rao')
  const { order_id, order_no } = await buy(shop, student, ['hindi-script-vault'])
  await shop.query(`insert into guarantee_requests (order_id, asked_at) values ($1, now() - interval '3 hours')`, [
    order_id,
  ])
  const message = { name: 'Meera', email: 'meera@example.com', subject: 'Access', message: 'I cannot open the course.' }
  await shop.call('POST', '/contact', { body: message })
  // An email that arrives clears the refusal: those of the order are gone first.
  const waiting = `select from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now()`
  await expect.poll(() => shop.query(waiting)).toEqual([])
  await shop.query(`update users set email_refused_at = now(), email_refusal = '550 No such user' where email = $1`, [
    student.email,
  ])
  await shop.query(
    `insert into mail_trouble (kind, since, last_at, reason) values ('login', now(), now(), '535 5.7.8 Wrong password')`,
  )
  await admin.open(HOME)
  const rows = list(page).getByRole('listitem')
  await expect(rows).toHaveText([
    /No email leaves your shop.*535 5\.7\.8 Wrong password\. Correct SMTP_URL/,
    new RegExp(`Answer Sunita’s refund request.*₹299\\.00, ${order_no}\\. Asked 3 hours ago`),
    /1 open message/,
  ])
  await expect(list(page).getByRole('button', { name: /more: 1 email that came back, / })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Today' })).toContainText('Revenue today')
  await expect(page.getByRole('region', { name: 'From visit to paid' })).toContainText('Paid')
  await checkScreen(page, 'a busy day')
  await checkFocus(page, 'a busy day')

  // An email that leaves ends the trouble.
  await rows.first().getByRole('button', { name: 'Send a test email' }).click()
  await expect(toast(page, 'Test email sent to')).toBeVisible()
  await shop.query('delete from mail_trouble')
  await page.reload()
  await expect(rows.first()).toContainText('Answer Sunita’s refund request')
  await rows.filter({ hasText: 'open message' }).getByRole('link', { name: 'Open messages' }).click()
  await expect(page.getByRole('list').getByText('Meera').first()).toBeVisible()
  await page.goBack()
  await rows.first().getByRole('link', { name: 'Open request' }).click()
  await expect(page.getByRole('dialog')).toContainText(order_no)
})

test('a shop with nothing to do says so', { tag: '@long' }, async ({ page, admin, shop }) => {
  const { lines } = await shop.admin<{ lines: { kind: string }[] }>('GET', '/todo')
  await quiet(
    shop,
    lines.map(({ kind }) => kind),
  )
  await admin.open(HOME)
  await expect(page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible()
  await checkScreen(page, 'nothing to do')
})

test('numbers wait for the first visitor, and a part that fails leaves the others', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  guard,
}) => {
  guard.allow(/status of 500/)
  const numbers = await shop.admin('GET', '/overview')
  const repair = await answerInstead(page, '/admin/overview', { json: { ...numbers, visited: false } })
  await admin.open(HOME)
  await expect(page.getByRole('region', { name: 'Health' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Top courses' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Today' })).toHaveCount(0)
  await repair()
  const broken = { status: 500, json: { detail: 'Something went wrong', code: 'internal_error' } }
  const back = [await answerInstead(page, '/admin/todo', broken), await answerInstead(page, '/admin/health', broken)]
  await page.reload()
  await expect(page.getByText('Failed to load what to do next')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Top courses' })).toBeVisible()
  for (const end of back) await end()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(list(page)).toBeVisible()
})

test('no part pushes another, in whichever order they arrive', { tag: ['@tab-only', '@long'] }, async ({
  page,
  admin,
  shop,
}) => {
  await buy(shop, await newAccount(shop), ['hindi-script-vault'])
  await page.addInitScript(() => {
    let moved = 0
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) moved += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    Object.defineProperty(window, 'moved', { get: () => moved })
  })
  const calls = ['/admin/todo', '/admin/overview', '/admin/health'] as const
  const release = new Map<string, () => void>()
  for (const call of calls) release.set(call, await holdBack(page, call))
  await admin.open(HOME)
  await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible()
  for (const call of calls.toReversed()) {
    const answer = page.waitForResponse((response) => response.url().includes(`/api${call}`))
    release.get(call)?.()
    await answer
  }
  await expect(page.getByRole('region', { name: 'Health' })).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { moved: number }).moved)).toBe(0)
})

test('support and finance see only what their roles may see', { tag: ['@tab-only', '@long'] }, async ({
  page,
  shop,
}) => {
  await quiet(shop)
  const message = { name: 'Meera', email: 'meera@example.com', subject: 'Access', message: 'I cannot open the course.' }
  await shop.call('POST', '/contact', { body: message })
  await page.goto('/admin/login')
  await logInAdmin(page, await adminWithPassword(shop, 'support'))
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
  await page.goto(HOME)
  await expect(list(page).getByRole('listitem')).toHaveText([/1 open message/])
  await expect(page.getByRole('region', { name: 'Health' })).toHaveCount(0)
  await page.evaluate(() => localStorage.clear())
  await page.goto('/admin/login')
  await logInAdmin(page, await adminWithPassword(shop, 'finance'))
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
  await page.goto(HOME)
  await expect(page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible()
})
