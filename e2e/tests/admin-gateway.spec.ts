import { hkdfSync, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openGatewaySecret, sealGatewaySecret } from '../../server/src/platform/payments/keys.ts'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import type { Shop } from '../shop.ts'
import { answerInstead } from '../stand-ins.ts'
import { toast } from '../steps.ts'

const SECRET = 'mask-secret-of-the-test-9z8y'

/** Returns the stored secret, decrypted with the shop's generated key. */
async function storedSecret(shop: Shop): Promise<{ api_key: string; secret: string }> {
  const { encryption_key } = JSON.parse(await readFile(join(shop.dataDir, 'secrets.json'), 'utf8'))
  const [row] = await shop.query<{ api_key: string; api_secret_sealed: string }>(
    'select api_key, api_secret_sealed from gateway_config',
  )
  if (!row) throw new Error('no keys are saved')
  const key = Buffer.from(hkdfSync('sha256', encryption_key, 'skillhaat', 'encryption', 32))
  expect(row.api_secret_sealed).not.toContain(SECRET)
  return { api_key: row.api_key, secret: openGatewaySecret('api_secret', row.api_secret_sealed, [key]) }
}

test('the secret is saved once and never shown, and the webhook secret is set beside it (S1)', {
  tag: '@long',
}, async ({ page, admin, shop }) => {
  const answers: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('gateway')) answers.push(await response.text().catch(() => ''))
  })
  await admin.open('/admin?tab=payment')
  await page.getByLabel('API Key').fill('rzp_test_firstkey')
  await page.getByLabel('API Secret').fill(SECRET)
  const razorpay = page.getByRole('region', { name: 'Razorpay', exact: true })
  await expect(razorpay.getByText('Your shop’s own practice page takes payments')).toBeVisible()
  await page.getByRole('button', { name: 'Save and test' }).dblclick()
  await expect(razorpay.getByText('rzp_test_firstkey')).toBeVisible()
  expect(await storedSecret(shop)).toEqual({ api_key: 'rzp_test_firstkey', secret: SECRET })
  await expect(razorpay.getByText('Not tested yet')).toBeVisible()
  await page.reload()
  await expect(razorpay.getByText('Test them to start taking payments with them.')).toBeVisible()
  expect(await page.content()).not.toContain(SECRET)
  // Replace can be cancelled.
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(page.getByLabel('API Key')).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('API Key')).toHaveCount(0)
  const now = page.getByRole('region', { name: 'Webhook address' })
  await now.getByRole('button', { name: 'Set webhook secret' }).click()
  await page.getByLabel('New webhook secret').fill(`${SECRET}-hook`)
  await page.getByRole('button', { name: 'Save webhook secret' }).click()
  await expect(now.getByText('Webhook secret: saved here')).toBeVisible()
  await expect(now.getByRole('button', { name: 'Replace webhook secret' })).toBeFocused()
  expect((await storedSecret(shop)).secret).toBe(SECRET)
  expect(answers.length).toBeGreaterThan(3)
  expect(answers.join()).not.toContain(SECRET)
  // Untested keys are not in force, so the sandbox still takes payments.
  await shop.query('delete from gateway_config')
})

test('saved keys that another ENCRYPTION_KEY sealed are named, and can be entered again', { tag: '@long' }, async ({
  page,
  admin,
  shop,
}) => {
  const sealed = sealGatewaySecret('api_secret', SECRET, [randomBytes(32)])
  await shop.query(
    `insert into gateway_config (provider, api_key, api_secret_sealed) values ('razorpay', 'rzp_test_before', '${sealed}')`,
  )
  await admin.open('/admin?tab=payment')
  const now = page.getByRole('region', { name: 'Razorpay', exact: true })
  await expect(now.getByText('The saved keys cannot be read')).toBeVisible()
  await expect(now.getByText('or restore the former encryption key')).toBeVisible()
  await page.getByLabel('API Key').fill('rzp_test_again')
  await page.getByLabel('API Secret').fill(SECRET)
  await page.getByRole('button', { name: 'Save and test' }).click()
  await expect(now.getByText('Your keys are saved.')).toBeVisible()
  await expect(now.getByText('The saved keys cannot be read')).toHaveCount(0)
  expect((await storedSecret(shop)).secret).toBe(SECRET)
  await shop.query('delete from gateway_config')
})

// In a plain run `reports/overview/health.test.ts` covers the same.
test('the owner sees the health of reconciler, database and disk', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  guard,
}) => {
  guard.allow(/status of 500/)
  await buy(shop, await newAccount(shop), ['hindi-script-vault'])
  await shop.runJob('reconcile-orders')
  const rounds = () => shop.query(`select from job_rounds where name = 'reconcile-orders'`)
  await expect.poll(async () => (await rounds()).length).toBe(1)
  await admin.open('/admin?tab=backups')
  const health = page.getByRole('region', { name: 'Server' })
  const line = (name: string) => health.locator('dl > div').filter({ hasText: name }).locator('dd')
  await expect(line('Orders last checked')).toHaveText(/^(just now|\d+ minutes? ago)$/)
  await expect(line('Stored data')).toHaveText(/^\d+(\.\d)? [KMG]B(, slow to answer)?$/)
  await expect(line('Disk space')).toHaveText(/^[\d.]+ [MGT]B free of [\d.]+ [MGT]B$/)
  await expect(line('Shop version')).toHaveText(/^\d+\.\d+\.\d+$/)
  const repair = await answerInstead(page, '/admin/health', { status: 500, json: {} })
  await page.reload()
  await expect(page.getByText('Failed to load the shop’s health')).toBeVisible()
  await repair()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(health).toBeVisible()
})

test('Home shows what is wrong with email and backups, and sends a test email', { tag: '@long' }, async ({
  page,
  admin,
  shop,
}) => {
  // An accepted email ends the trouble, so the one to the new account must leave before.
  const student = await newAccount(shop, 'Meena Joshi')
  await admin.open('/admin?tab=overview')
  const health = page.getByRole('region', { name: 'Health' })
  await expect(health).toContainText('Emails are not sent yet')
  await expect(health).toContainText('No backup yet')
  const list = page.getByRole('region', { name: 'What to do next' })
  await expect(list).not.toContainText(/No email leaves|backup/)
  await health.getByRole('button', { name: 'Send a test email' }).click()
  await expect(toast(page, 'Test email sent to')).toBeVisible()
  await shop.query(
    `insert into mail_trouble (kind, since, last_at, reason) values ('login', now(), now(), '535 5.7.8 Wrong password')`,
  )
  await shop.query(
    `insert into backups (started_at, finished_at, ok, size_bytes, message, place)
     values (now() - interval '80 hours', now() - interval '80 hours', true, 4200000, 'done', '/b')`,
  )
  await page.reload()
  await expect(list.getByRole('listitem').first()).toContainText('535 5.7.8 Wrong password')
  await expect(list.getByRole('button', { name: /more|the backup/ })).toBeVisible()
  await list.getByRole('button', { name: /more/ }).click()
  await expect(list.getByRole('listitem').filter({ hasText: 'The last backup is old' })).toContainText('3 days ago')
  await expect(health).toContainText('No email leaves')
  await checkScreen(page, 'Home with troubles')
  await shop.query(
    `update users set email_refused_at = now(), email_refusal = '550 5.1.1 No such user' where email = '${student.email}'`,
  )
  await page.goto(`/admin?tab=student&id=${student.user_id}`)
  await expect(page.getByText('This address refused our email: 550 5.1.1 No such user')).toBeVisible()
  await shop.query('delete from mail_trouble')
  await shop.query('delete from backups')
})

test('an owner turns on the nightly backup in a folder that the shop allows', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  guard,
}) => {
  guard.allow(/status of 422/)
  await admin.open('/admin?tab=backups')
  const card = page.getByRole('region', { name: 'Backups' })
  const folder = card.getByLabel('Folder on the server')
  await expect(card.getByText('The nightly backup is off. No backup yet.')).toBeVisible()
  await folder.fill('/etc/cron.d')
  await card.getByRole('button', { name: 'Back up every night' }).click()
  await expect(card.getByText('Choose a folder below')).toBeVisible()
  await expect(folder).toBeFocused()
  await checkScreen(page, 'backups with a refused folder')
  const nightly = join(shop.dataDir, 'backups', 'nightly')
  await folder.fill(nightly)
  await card.getByLabel('Backups to keep').fill('7')
  await card.getByRole('button', { name: 'Back up every night' }).click()
  await expect(toast(page, 'The nightly backup is on')).toBeVisible()
  await page.reload()
  await expect(card.getByText('Your shop backs itself up every night at 02:30.')).toBeVisible()
  await expect(folder).toHaveValue(nightly)
  await expect(card.getByLabel('Backups to keep')).toHaveValue('7')
  await card.getByRole('button', { name: 'Turn off' }).click()
  await expect(card.getByText('The nightly backup is off.')).toBeVisible()
})

test('unmatched gateway events are listed with their search terms for the dashboard', { tag: '@long' }, async ({
  page,
  admin,
  shop,
}) => {
  await shop.query(
    `insert into gateway_events (event_id, event, body, outcome, received_at, processed_at)
     select 'evt_aside_' || n, 'payment_link.paid', json_build_object('event', 'payment_link.paid', 'payload', json_build_object(
         'payment_link', json_build_object('entity', json_build_object('id', 'plink_1', 'reference_id', 'INV-' || n,
           'amount_paid', 135760, 'currency', 'INR', 'status', 'paid')),
         'payment', json_build_object('entity', json_build_object('id', 'pay_' || n, 'amount', 135760, 'status', 'captured'))))::text,
       'unmatched: no matching order', now() - n * interval '1 minute', now()
     from generate_series(1, 7) n`,
  )
  await admin.open('/admin?tab=payouts')
  const aside = page.getByRole('region', { name: 'Payments without a matching order' })
  await expect(aside.getByRole('row')).toHaveCount(6)
  const newest = aside.getByRole('row').nth(1)
  await expect(newest).toContainText('₹1,357.60')
  await expect(newest).toContainText('no matching order')
  await expect(newest).toContainText('INV-1')
  await expect(aside.getByRole('button', { name: 'Copy payment id' }).first()).toBeVisible()
  await aside.getByRole('button', { name: 'Show more' }).click()
  await expect(aside.getByRole('row')).toHaveCount(8)
  await expect(aside.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await shop.query(`delete from gateway_events where event_id like 'evt_aside_%'`)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Fetch from Razorpay' })).toBeVisible()
  await expect(aside).toHaveCount(0)
})

test('the owner sets the referral reward, which is off by default', { tag: '@long' }, async ({ page, admin, shop }) => {
  await admin.open('/admin?tab=settings&section=coins&part=referral-reward')
  const coins = page.getByLabel('Coins for a first purchase')
  await expect(coins).toHaveValue('0')
  await expect(page.getByRole('heading', { name: 'Referral reward' })).toBeFocused()
  for (const wrong of ['1.5', '-1', '100001', '']) {
    await coins.fill(wrong)
    await page.getByRole('button', { name: 'Save reward' }).click()
    await expect(page.getByText('Reward must be a whole number from 0 to 100000')).toBeVisible()
  }
  await coins.fill('50')
  await page.getByRole('button', { name: 'Save reward' }).dblclick()
  await expect(toast(page, 'Referral reward updated successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save reward' })).toBeHidden()
  expect(await shop.query('select reward_coins from referral_terms')).toEqual([{ reward_coins: 50 }])
  await page.reload()
  await expect(coins).toHaveValue('50')
  await coins.fill('0')
  await page.getByRole('button', { name: 'Save reward' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(coins).toHaveValue('50')
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await coins.fill('0')
  await page.getByRole('button', { name: 'Save reward' }).click()
  await expect(page.getByRole('button', { name: 'Save reward' })).toBeHidden()
})
