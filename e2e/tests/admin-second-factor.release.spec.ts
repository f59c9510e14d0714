// Runs before a release: two factors, from set-up to loss; the server’s tests hold each step.

import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { adminWithPassword, logInAdmin, logOutAdmin } from '../console.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../screen-checks.ts'
import { toast } from '../steps.ts'

/**
 * Returns a code for the app. A code counts once, so the next one belongs to the next half minute, which the server
 * accepts a little early. An earlier code can expire.
 */
const codeOf = (secret: string, halfMinutesLater = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + halfMinutesLater * 30_000 })

async function logIn(page: Page, admin: { email: string; password: string }) {
  await page.goto('/admin/login')
  await logInAdmin(page, admin)
}
/** A login leads to the tab that was open before. */
const consoleBar = (page: Page) => page.getByRole('navigation', { name: 'Admin' })
const codeField = (page: Page) => page.getByLabel(/recovery code/i)

test('an app and a recovery code can be set up, used, lost and recovered; devices are listed and logged out', async ({
  page,
  shop,
  guard,
}) => {
  guard.allow(/status of (401|403|422)/)
  const owner = await adminWithPassword(shop, 'owner')
  await logIn(page, owner)
  await expect(consoleBar(page)).toBeVisible()
  await page.goto('/admin?tab=password')
  await page.getByRole('button', { name: 'Add an app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await checkScreen(page, 'authenticator app')
  const secret = (await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? ''
  await dialog.getByLabel('6-digit code').fill('000000')
  await dialog.getByRole('button', { name: 'Add app' }).click()
  await expect(dialog.getByText('This code is not right.')).toBeVisible()
  await dialog.getByLabel('6-digit code').fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Add app' }).click()
  await expect(toast(page, 'Authenticator app added')).toBeVisible()
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  const names = page.getByText(/^(Passkey|Authenticator app|Recovery codes)$/)
  await expect(names).toHaveCount(3)
  const rows = await names.evaluateAll((all) =>
    all.map((name) => name.parentElement?.parentElement?.getBoundingClientRect() ?? { top: 0, bottom: 0 }),
  )
  expect(
    rows.slice(1).map(({ top }) => top),
    'a row begins where the one before it ends',
  ).toEqual(rows.slice(0, -1).map(({ bottom }) => bottom))

  await logOutAdmin(page)
  await logIn(page, owner)
  await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible()
  await codeField(page).fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(consoleBar(page)).toBeVisible()

  // The phone is lost: a recovery code logs in, and a second one confirms that the app is removed.
  await logOutAdmin(page)
  await logIn(page, owner)
  await codeField(page).fill('not-one-of-them')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Login failed: That is not right. Please try again.')).toBeVisible()
  await codeField(page).fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(consoleBar(page)).toBeVisible()
  await shop.query(
    `update sessions set confirmed_at = null from admins a where a.id = sessions.admin_id and a.email = $1`,
    [owner.email],
  )
  await page.goto('/admin?tab=password')
  await expect(page.getByText('9 of 10 left')).toBeVisible()
  await page.getByRole('button', { name: 'Remove authenticator app' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it is you' })
  await expect(codeField(page)).toBeVisible()
  await checkScreen(page, 'confirmation')
  await codeField(page).fill(codes[1] ?? '')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'Authenticator app removed')).toBeVisible()

  const elsewhere = await shop.call<{ access_token: string }>('POST', '/admin/login', { body: owner })
  await page.reload()
  const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
  await expect(devices).toHaveCount(3)
  await expect(devices.filter({ hasText: 'This device' })).toHaveCount(1)
  await checkScreen(page, 'sign-in')
  // The most recently seen device follows this one.
  await devices
    .getByRole('button', { name: /^Log out of/ })
    .first()
    .click()
  await expect(toast(page, 'Logged out of that device')).toBeVisible()
  await expect(devices).toHaveCount(2)
  await page.getByRole('button', { name: 'Log out of all other devices' }).click()
  await expect(devices).toHaveCount(1)
  expect((await shop.call('GET', '/admin/me', { token: elsewhere.body.access_token })).status).toBe(401)
})

// A passkey belongs to the shop's address; the window's is app://.
test('a passkey can be set up, used at the login, lost, and recovered by a code', { tag: '@tab-only' }, async ({
  page,
  shop,
  guard,
}) => {
  guard.allow(/status of 401/, /Failed to load resource/)
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const editor = await adminWithPassword(shop, 'editor')
  await logIn(page, editor)
  await expect(consoleBar(page)).toBeVisible()
  await page.goto('/admin?tab=password')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(toast(page, 'Passkey added')).toBeVisible()
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents()
  await logOutAdmin(page)
  await logIn(page, editor)
  // The prompt's script fails to load once, and loads with the next press.
  await page.route(/\/assets\/esm-[^/]+\.js$/, (route) => route.abort())
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('The passkey was not used. Please try again.')).toBeVisible()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(consoleBar(page)).toBeVisible()

  await logOutAdmin(page)
  await browser.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  await logIn(page, editor)
  await codeField(page).fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(consoleBar(page)).toBeVisible()
  await page.goto('/admin?tab=password')
  await page.getByRole('button', { name: /^Remove Passkey/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Passkey removed')).toBeVisible()
  await logOutAdmin(page)
  await logIn(page, editor)
  await expect(consoleBar(page)).toBeVisible()
})
