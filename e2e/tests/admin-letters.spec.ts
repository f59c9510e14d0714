import { adminWithPassword, browserHost, consoleIn, logInAdmin } from '../console.ts'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import type { Shop } from '../shop.ts'
import { awaitMail, openLetterHours, reloadOverTyped } from '../steps.ts'

/** Creates a buyer of the course, who agreed to news or not. */
async function newReader(shop: Shop, course_id: string, agreed: boolean) {
  const account = await newAccount(shop, 'Priya Rao')
  await buy(shop, account, [course_id])
  const { token } = account
  if (agreed) await shop.call('PUT', '/user/consents/news_email', { token, body: { agreed } })
  return account
}

const audience = (course_id: string) =>
  `&segment=${encodeURIComponent(JSON.stringify({ all: [{ bought: [course_id] }] }))}`

test('a letter is composed, previewed, tested, sent once to who agreed, and shows its click', {
  tag: ['@both', '@long'],
}, async ({ page, admin, shop, newCourse }) => {
  await openLetterHours(shop)
  const { course_id } = await newCourse({ name: 'Course of the letter', price: 300 })
  const reader = await newReader(shop, course_id, true)
  await newReader(shop, course_id, false)

  await admin.open(`/admin?tab=letter${audience(course_id)}`)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Subject is required')).toBeVisible()
  await checkScreen(page, 'a new letter')
  await page.getByRole('textbox', { name: 'Subject' }).fill('New: Local Ads for {name}')
  await page.getByRole('textbox', { name: 'Text' }).fill('Hello {name}, bring 20 people to your shop.')
  await page.getByRole('group', { name: 'Add a block' }).getByRole('button', { name: 'Button' }).click()
  await page.getByRole('textbox', { name: 'Words on the button' }).fill('See all courses')
  await page.getByRole('textbox', { name: 'Leads to' }).fill('javascript:alert(1)')
  await expect(page.getByText(/^Must be an https address/).first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Leads to' }).fill('/courses')
  // A reload before the first save loses no word.
  await reloadOverTyped(page)
  await expect(page.getByRole('textbox', { name: 'Leads to' })).toHaveValue('/courses')
  await page.getByRole('button', { name: 'Save draft' }).click()

  await expect(page).toHaveURL(/tab=letter&id=/)
  const shown = page.frameLocator('iframe[title="Preview of the email, light"]')
  await expect(shown.getByText(/bring 20 people to your shop/)).toBeVisible()
  await expect(page.getByText('will get it')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Did not agree to news' })).toContainText('1')

  // The button goes above the text by the keyboard, and the letter saves itself.
  await page.getByRole('button', { name: 'Move block 2, button', exact: true }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('block 2, button moved to place 1 of 2')).toBeAttached()
  await page.getByRole('textbox', { name: 'Subject' }).fill('New: Local Ads')
  await expect(page.getByRole('region', { name: 'Save' })).toContainText(/Saved \d/)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('New: Local Ads')
  await expect(page.getByRole('button', { name: 'Move block 1, button', exact: true })).toBeVisible()
  await checkScreen(page, 'a letter')

  await page.getByRole('button', { name: 'Send me a test' }).click()
  expect(await awaitMail(shop, shop.owner.email, /Local Ads/)).toContain('Local Ads')

  await page.getByRole('button', { name: 'Send to 1 person' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Send to 1 person?' })
  await expect(dialog).toContainText('1 left out: did not agree to news')
  await checkScreen(page, 'the last question before a letter')
  await dialog.getByRole('button', { name: 'Send to 1 person' }).click()
  const mail = (await awaitMail(shop, reader.email, /Local Ads/)).replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  await expect(page.getByText(/^Sent on/)).toBeVisible()

  const link = /\/l\/[\w-]+/.exec(mail)?.[0] ?? ''
  const clicked = await fetch(`${shop.url}${link}`, { redirect: 'manual' })
  expect([clicked.status, clicked.headers.get('location')]).toEqual([302, expect.stringContaining('/courses')])
  const address = /\/unsubscribe\?t=[\w-]+/.exec(mail)?.[0] ?? ''
  await page.goto('/admin?tab=letters')
  const row = page.getByRole('row', { name: /New: Local Ads/ })
  await expect(row).toContainText('Sent')
  await checkScreen(page, 'letters')

  // One press without a login ends the letters.
  await page.goto(address)
  await checkScreen(page, 'the page that unsubscribes')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  await page.goto('/admin?tab=letters')
  await row.getByRole('link', { name: 'New: Local Ads' }).click()
  const results = page.getByRole('region', { name: 'Results' })
  await expect(results.getByRole('listitem').filter({ hasText: 'Unsubscribed' })).toContainText('1')
  await checkScreen(page, 'the results of a letter')
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByRole('heading', { name: 'New: Local Ads (copy)' })).toBeVisible()
})

test('an editor writes a letter, and an owner alone sends it', { tag: '@long' }, async ({ page, shop }) => {
  await page.goto('/admin?tab=letter')
  await logInAdmin(page, await adminWithPassword(shop, 'editor'))
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
  await page.goto('/admin?tab=letter')
  await page.getByRole('textbox', { name: 'Subject' }).fill('From the editor')
  await page.getByRole('textbox', { name: 'Text' }).fill('Hello')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('An owner sends it. Your draft is saved for them.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send to/ })).toHaveCount(0)
})

test('automatic letters are written, and nothing goes out before an owner switches them on', {
  tag: ['@phone', '@long'],
}, async ({ page, admin, guard }) => {
  // The list names the deleted courses of letters before.
  guard.allow(/get_course/)
  await admin.open('/admin?tab=letters')
  const cards = page.getByRole('region', { name: 'Automatic emails' })
  await expect(page.getByRole('region', { name: 'Unpaid order' })).toContainText('1 hour')
  await expect(page.getByRole('region', { name: 'Unpaid order' })).toContainText('Off')
  await cards.getByRole('link', { name: 'Write it' }).first().click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('After a purchase')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Subject is required').first()).toBeVisible()
  await checkScreen(page, 'a new sequence')
  const letter = page.getByRole('region', { name: 'Message 1' })
  await letter.getByRole('textbox', { name: 'Subject' }).fill('Welcome, start lesson 1')
  await letter.getByRole('textbox', { name: 'Text' }).fill('Hello {name}, your course is open.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/tab=sequence&id=/)
  await page.goto('/admin?tab=letters')
  const saved = page.getByRole('region', { name: 'After a purchase' })
  await expect(saved).toContainText('At once')
  await checkScreen(page, 'letters and sequences')
  await saved.getByRole('button', { name: 'Switch on After a purchase' }).click()
  await expect(saved.getByRole('button', { name: 'Switch off After a purchase' })).toBeVisible()
})

test('WhatsApp is connected with keys that never return to the screen', { tag: ['@both', '@long'] }, async ({
  page,
  admin,
  shop,
  guard,
}) => {
  guard.allow(/get_course|\/admin\/whatsapp/)
  await fetch(`${shop.url}/sandbox/whatsapp/control/templates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'new_course', language: 'en', body: 'Hello {{1}}, your next course is ready.' }),
  })
  await shop.query('delete from whatsapp_config')
  await admin.open('/admin?tab=letters')
  await page.getByRole('button', { name: 'WhatsApp', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'WhatsApp' })
  await dialog.getByRole('textbox', { name: 'Phone number ID' }).fill('my number')
  await dialog.getByRole('button', { name: 'Save and test' }).click()
  await expect(dialog.getByText('Access token is required')).toBeVisible()
  await checkScreen(page, 'the keys of WhatsApp')
  const typed = {
    'Phone number ID': '100200300400500',
    'WhatsApp Business account ID': '500400300200100',
    'Access token': 'a_token_that_ended',
    'App secret': 'whatsapp_sandbox_secret',
  }
  for (const [name, value] of Object.entries(typed)) {
    await dialog.getByRole('textbox', { name: new RegExp(`^${name}`) }).fill(value)
  }
  await dialog.getByRole('button', { name: 'Save and test' }).click()
  await expect(dialog.getByText('Keys do not work.')).toBeVisible()
  await expect(dialog.getByText('Not tested')).toBeVisible()
  await expect(dialog.getByText(/\/api\/webhooks\/whatsapp$/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Copy verify token' })).toBeVisible()
  expect(await page.content()).not.toContain('a_token_that')
  await dialog.getByText('More: prices, API version').click()
  await dialog.getByRole('textbox', { name: /^Marketing/ }).fill('0.88')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByText('Must be rupees from 0 to 100, with at most 4 decimals').first()).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Utility/ }).fill('0.12')
  await dialog.getByRole('textbox', { name: /^Authentication/ }).fill('0.12')
  await dialog.getByLabel('Prices of').fill('2026-11-20')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('WhatsApp saved').last()).toBeVisible()

  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(dialog.getByRole('textbox', { name: /^Access token/ })).toHaveValue('')
  await dialog.getByRole('textbox', { name: /^Access token/ }).fill('whatsapp_sandbox_token')
  await dialog.getByRole('button', { name: 'Save and test' }).click()
  await expect(dialog.getByText('Keys work.')).toBeVisible()
  expect((await shop.admin<{ rates: { utility: number } }>('GET', '/whatsapp')).rates.utility).toBe(0.12)
  await expect(dialog.getByText(/\+91 98765 00000/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Fetch from Meta' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'new_course' })).toContainText('Approved')
  await checkScreen(page, 'the settings of WhatsApp')
})

test('a letter that two people write loses the words of neither', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newVisitor,
  guard,
}) => {
  guard.allow(/status of 409/)
  const blocks = [{ text: 'Hello {name}.' }]
  const { letter_id } = await shop.admin<{ letter_id: string }>('POST', '/letters', {
    name: 'Of two',
    subject: 'Of two',
    blocks,
    segment: { all: [] },
  })
  const subject = (of: typeof page) => of.getByRole('textbox', { name: 'Subject' })
  const save = page.getByRole('region', { name: 'Save' })
  const stored = async () => (await shop.admin<{ subject: string }>('GET', `/letters/${letter_id}`)).subject
  const address = `/admin?tab=letter&id=${letter_id}`
  await admin.open(address)
  await expect(subject(page)).toHaveValue('Of two')
  const other = await newVisitor()
  await consoleIn(browserHost, other, shop).open(address)
  await subject(other).fill('Theirs')
  await expect.poll(stored).toBe('Theirs')

  await subject(page).fill('Mine')
  await expect(save).toContainText('changed in another window')
  await checkScreen(page, 'a letter that somebody else changed')
  expect(await stored()).toBe('Theirs')
  await save.getByRole('button', { name: 'Show the other version' }).click()
  await expect(subject(page)).toHaveValue('Theirs')

  await subject(other).fill('Theirs again')
  await expect.poll(stored).toBe('Theirs again')
  await subject(page).fill('Mine again')
  await save.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(stored).toBe('Mine again')
  await expect(save).toContainText(/Saved \d/)
  // An open letter fetches its preview again after a save.
  for (const window of [page, other]) await window.goto('about:blank')
  await shop.admin('DELETE', `/letters/${letter_id}`)
})
