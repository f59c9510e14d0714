import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../screen-checks.ts'
import { toast } from '../steps.ts'

test('an owner connects a Google sheet, and disconnects it', { tag: '@long' }, async ({ page, admin, guard }) => {
  guard.allow(/status of 422/)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const account = {
    type: 'service_account',
    client_email: 'shop@project.iam.gserviceaccount.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
  await admin.open('/admin?tab=developers')
  await page.getByRole('button', { name: 'Connect a sheet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a sheet' })
  await dialog.getByRole('textbox', { name: 'Key file' }).fill('{"type": "authorized_user"}')
  await dialog
    .getByRole('textbox', { name: 'Spreadsheet' })
    .fill('https://docs.google.com/spreadsheets/d/1aBcDeFgHiJkLmNoPqRsTuV/edit#gid=0')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This is no key file of a service account')).toBeVisible()
  await checkScreen(page, 'a sheet with a wrong key file')
  await dialog.getByRole('textbox', { name: 'Key file' }).fill(JSON.stringify(account))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, /^Sheet saved/)).toBeVisible()
  const card = page.getByRole('region', { name: 'Google sheet' })
  await expect(
    card.getByText('A row for each paid order, written by shop@project.iam.gserviceaccount.com'),
  ).toBeVisible()
  await expect(card.getByText('No row yet')).toBeVisible()
  await checkScreen(page, 'a connected sheet')
  await card.getByRole('button', { name: /Sheet1/ }).click()
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Disconnect' }).click()
  await expect(toast(page, 'The sheet is disconnected')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Connect a sheet' })).toBeVisible()
})
