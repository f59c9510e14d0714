import { expect, test } from '../fixtures.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import type { Shop } from '../shop.ts'
import { awaitMail } from '../steps.ts'

const TOKEN = '7000000002:sandbox-token-of-the-bot-0123456789'

/** Calls a switch of the stand-in for Telegram. */
async function telegram<T>(shop: Shop, path: string, body: object): Promise<T> {
  const response = await fetch(`${shop.url}/sandbox/telegram/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as T
}

async function buildGroup(shop: Shop, title: string): Promise<number> {
  await shop.admin('PUT', '/telegram', { token: TOKEN })
  const { id } = await telegram<{ id: number }>(shop, 'chats', { title })
  await telegram(shop, 'deliver', {})
  return id
}

// In a plain run `courses/groups/groups-http.test.ts` covers the same.
test('a student joins the group of a course, leaves by hand, joins again, and leaves with the access', {
  tag: ['@phone', '@long'],
}, async ({ page, shop, newCourse }) => {
  const title = `Ledger talk ${Date.now()}`
  const chat_id = await buildGroup(shop, title)
  const { course_id } = await newCourse({ price: 900, group: { chat_id, title } })
  const student = await newAccount(shop, 'Leela Nair')
  await buy(shop, student, [course_id])
  await signIn(page, student)
  await page.goto('/dashboard')
  const line = page.getByRole('region', { name: `Telegram group ${title}` })
  await expect(line).toBeVisible()
  await checkScreen(page, 'a dashboard with a group')
  const name = `Leela ${chat_id}`
  let invite = ''
  const join = async () => {
    await line.getByRole('button', { name: /^Join on Telegram/ }).click()
    await page.getByLabel('Your name in Telegram').fill(name)
    invite = page.url()
    await page.getByRole('button', { name: 'Request to join' }).click()
    await expect(page.getByRole('status')).toContainText('Request sent')
    await telegram(shop, 'deliver', {})
    await expect
      .poll(async () => {
        await page.goto('/dashboard')
        return line.textContent()
      })
      .toContain('You are a member')
  }
  await join()
  const members = () => telegram<{ id: number; status: string }[]>(shop, 'members', { chat_id })
  const member = (await members()).find(({ status }) => status === 'member')
  await telegram(shop, 'leave', { chat_id, user_id: member?.id })
  await telegram(shop, 'deliver', {})
  await page.goto('/dashboard')
  await join()

  const endAccess = (at: string) =>
    shop.query(`update enrolments set ends_at = ${at}, given_until = ${at} where course_id = $1`, [course_id])
  await endAccess("now() + interval '2 days'")
  await shop.runJob('groups-due')
  await awaitMail(shop, student.email, /^The group Ledger talk \d+ closes for you on/)
  await page.goto('/dashboard')
  await expect(line).toContainText('You are a member until your access ends on')
  await endAccess('now()')
  await page.goto('/dashboard')
  await expect(line).toHaveCount(0)
  await shop.runJob('groups-due')
  const present = async () => (await members()).filter(({ status }) => status === 'member')
  await expect.poll(present).toEqual([])
  // Neither the old link nor a new press leads back in.
  await page.goto(invite)
  await page.getByLabel('Your name in Telegram').fill(name)
  await page.getByRole('button', { name: 'Request to join' }).click()
  await expect(page.getByRole('status')).toContainText('Request sent')
  await telegram(shop, 'deliver', {})
  expect(await present()).toEqual([])
})

test('the owner connects a bot, sees what is wrong with a group, and chooses it for a course', {
  tag: '@long',
}, async ({ page, shop, admin, newCourse }) => {
  const title = `Owner talk ${Date.now()}`
  const chat_id = await buildGroup(shop, title)
  const { course_id } = await newCourse({ price: 900 })
  await admin.open('/admin?tab=settings&section=lessons')
  await expect(page.getByText('@shop_sandbox_bot')).toBeVisible()
  await checkScreen(page, 'the Telegram bot')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText('The bot works. Choose a group in a course.')).toBeVisible()
  await admin.open(`/admin?tab=courseways&course_id=${course_id}`)
  await page.getByText('Telegram group', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Group' }).selectOption({ label: title })
  await page.getByRole('button', { name: 'Save group' }).click()
  await expect(page.getByText(`Students of this course may join ${title}`)).toBeVisible()
  await checkScreen(page, 'the group of a course')
  await telegram(shop, 'by-hand', { chat_id, user_id: 7_000_000_002, status: 'kicked' })
  await telegram(shop, 'deliver', {})
  await admin.open('/admin?tab=settings&section=lessons')
  await expect(page.getByText('The bot is no longer in this group.', { exact: false })).toBeVisible()
})
