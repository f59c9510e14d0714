import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { textOfPdf } from '../../server/test/pdf.ts'
import { BUYER_GSTIN, SELLER_GSTIN } from '../../server/test/tax-settings.ts'
import { expect, test } from '../fixtures.ts'
import { newPerson } from '../people.ts'
import { checkLook, checkScreen } from '../screen-checks.ts'
import type { Shop } from '../shop.ts'
import { answerInstead } from '../stand-ins.ts'
import {
  awaitMail,
  fillDetails,
  goToPayPage,
  mailSubjects,
  paidHeading,
  pressPay,
  startCheckout,
  toast,
} from '../steps.ts'
import { businessBox, gstinField, setTax, stateField } from '../tax.ts'

// Tax settings apply to the whole shop, and other tests expect none.
test.afterEach(({ shop }) => setTax(shop, { enabled: false }))

const download = async (page: Page, name: string | RegExp, role: 'button' | 'menuitem' = 'button') => {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole(role, { name }).click()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

/** Returns the id of the document with this number; the newest one may belong to another journey. */
async function idOf(shop: Shop, named: Locator): Promise<string> {
  const [number] = /TEST\/\S+/.exec((await named.getAttribute('aria-label')) ?? (await named.innerText())) ?? []
  const byNumber = 'select document_id as id from documents where serial = $1'
  const [document] = await shop.query<{ id: string }>(byNumber, [number])
  return document?.id ?? `none is ${number}`
}

test('an invoice for a business in another state matches its documents', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  guard,
  newVisitor,
}) => {
  guard.allow(/status of (409|422|500)/)
  await admin.open('/admin?tab=invoices&view=gst')
  const form = page.getByRole('form', { name: 'GST settings' })
  const gstin = form.getByRole('textbox', { name: 'GSTIN' })
  const save = form.getByRole('button', { name: 'Save tax settings' })
  await form.getByLabel('Each sale includes').selectOption('GST tax invoices')
  await form.getByLabel('Legal name').fill('')
  await save.click()
  await expect(form.getByText('Legal name is required')).toBeVisible()
  await form.getByLabel('Legal name').fill('SkillHaat Learning Private Limited')
  await form.getByLabel('Address').fill('12 Station Road, Palghar 401404')
  await form.getByLabel('State').selectOption('')
  await gstin.fill(SELLER_GSTIN.replace(/V$/, 'X'))
  await expect(gstin).toHaveAccessibleDescription('GSTIN is not valid')
  await gstin.fill(SELLER_GSTIN.toLowerCase())
  await expect(gstin).toHaveAccessibleDescription('Valid: Maharashtra.')
  await expect(form.getByLabel('State')).toHaveValue('27')
  await form.getByLabel('State').selectOption('Karnataka (29)')
  await expect(gstin).toHaveAccessibleDescription('GSTIN is of another state')
  await form.getByLabel('State').selectOption('Maharashtra (27)')
  await form.getByLabel('CIN').fill('U80904MH2024')
  await save.click()
  await expect(form.getByText('CIN is not valid')).toBeVisible()
  await form.getByLabel('CIN').fill('U80904MH2024PTC123456')
  const effect = form.getByRole('status')
  await expect(effect).toContainText('still costs ₹499.00, of which ₹76.12 is GST')
  await form.getByLabel('Prices').selectOption('exclusive')
  await expect(effect).toContainText('costs ₹588.82: ₹89.82 GST is added')
  const refused = await answerInstead(page, '/admin/tax_settings', { status: 500, json: {} })
  await save.click()
  await expect(toast(page, 'Failed to save tax settings')).toBeVisible()
  await refused()
  await save.click()
  await expect(toast(page, 'Tax settings saved')).toBeVisible()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Tax invoices, 18% GST added to prices')
  await expect(history).toContainText('Current')
  const numbers = page.getByRole('form', { name: 'Invoice numbers' })
  const next = numbers.getByLabel('Next number')
  const free = Number(await next.inputValue())
  await next.fill(String(free + 9))
  await numbers.getByRole('button', { name: 'Save numbers' }).click()
  await expect(toast(page, 'Invoice numbers saved')).toBeVisible()
  await expect(numbers).toContainText(String(free + 9).padStart(7, '0'))
  await next.fill(String(free))
  await numbers.getByRole('button', { name: 'Save numbers' }).click()
  await expect(numbers.getByText('The next number can only go up')).toBeVisible()
  await next.fill(String(free + 9))
  const lost = await answerInstead(page, '/admin/invoice_prefix', { status: 500, json: {} })
  const prefix = await numbers.getByLabel('Prefix').inputValue()
  await numbers.getByLabel('Prefix').fill('M')
  await numbers.getByRole('button', { name: 'Save numbers' }).click()
  await expect(toast(page, 'Failed to save the invoice numbers')).toBeVisible()
  await lost()
  await checkScreen(page, 'invoices')
  await numbers.getByLabel('Prefix').fill(prefix)

  const buyer = newPerson('Verma Studios')
  const visitor = await newVisitor()
  await startCheckout(visitor, 'hindi-script-vault')
  await fillDetails(visitor, buyer)
  await stateField(visitor).selectOption('Karnataka')
  await expect(visitor.getByLabel('Business name')).toBeHidden()
  await businessBox(visitor).check()
  await gstinField(visitor).fill(BUYER_GSTIN)
  await visitor.getByLabel('Business name').fill('वर्मा Studios LLP')
  await visitor.getByLabel('Business address').fill('4 MG Road')
  await visitor.getByLabel('City or town').fill('Bengaluru')
  await visitor.getByLabel('PIN code').fill('560001')
  await goToPayPage(visitor)
  await pressPay(visitor)
  await expect(paidHeading(visitor)).toBeVisible()
  await mailSubjects(shop, buyer.email, 2)
  await visitor.goto('/dashboard/orders')
  await visitor.getByRole('button', { name: 'Documents' }).click()
  const invoice = await download(visitor, /^Invoice SH.* as PDF$/, 'menuitem')
  const text = await textOfPdf(invoice.bytes)
  for (const word of [
    'Tax Invoice',
    'Original for recipient',
    'U80904MH2024PTC123456',
    'Three Hundred Fifty-Two and Eighty-Two Paise Only',
    SELLER_GSTIN,
    BUYER_GSTIN,
    'Place of supply',
    'Karnataka (29)',
    'IGST 18%',
    'Studios LLP',
    '4 MG Road',
  ]) {
    expect(text).toContain(word)
  }

  await page.goto(`/admin?tab=orders&q=${encodeURIComponent(buyer.email)}`)
  await page.getByRole('link', { name: /^SH-\d{4}-\d{5}$/ }).click()
  const drawer = page.getByRole('dialog', { name: /^Order SH-/ })
  await expect(drawer).toContainText('Karnataka')
  await expect(drawer).toContainText(BUYER_GSTIN)
  await expect(drawer).toContainText('₹53.82')
  const stored = await download(page, /^PDF of TEST/)
  expect(stored.name).toBe(invoice.name)
  expect(await textOfPdf(stored.bytes)).toBe(text)
  await drawer.getByRole('button', { name: /^Send TEST.* to the buyer$/ }).click()
  await expect(drawer.getByText(`Sent to ${buyer.email}.`)).toBeVisible()
  await awaitMail(shop, buyer.email, /TEST\//)
  const pdf = drawer.getByRole('button', { name: /^PDF of TEST/ })
  const broken = await answerInstead(page, `/admin/documents/${await idOf(shop, pdf)}`, { status: 500, json: {} })
  await pdf.click()
  await expect(drawer.getByText(/Invoice could not be downloaded/)).toBeVisible()
  await broken()

  await page.goto('/admin?tab=invoices')
  const listed = page.getByRole('row', { name: new RegExp(BUYER_GSTIN) })
  await expect(listed).toContainText('₹352.82')
  await checkScreen(page, 'list of invoices')
  expect((await download(page, /^PDF of TEST/)).name).toMatch(/^Invoice-TEST-.*\.pdf$/)
  const month = await download(page, 'Export CSV')
  expect(month.name).toMatch(/^documents-\d{4}-\d\d\.csv$/)
  const row = month.bytes
    .toString('utf8')
    .split('\r\n')
    .find((line) => line.includes(BUYER_GSTIN))
  expect(row).toMatch(/,29 Karnataka,999293,18,299,0,0,53\.82,352\.82,0$/)

  const gstr1 = await download(page, 'GSTR-1 JSON')
  expect(gstr1.name).toMatch(/^GSTR1-27AAPFU0939F1ZV-\d{4}-\d\d\.json$/)
  const { b2b } = JSON.parse(gstr1.bytes.toString('utf8'))
  expect(b2b).toMatchObject([{ ctin: BUYER_GSTIN, inv: [{ val: 352.82, pos: '29' }] }])
  expect((await download(page, 'GSTR-1 CSV')).bytes.toString('utf8')).toContain(`b2b,,${BUYER_GSTIN},`)
  // A month without documents shows a message, and downloads no empty file.
  const files: string[] = []
  page.on('download', (file) => files.push(file.suggestedFilename()))
  const present = await page.getByLabel('Month', { exact: true }).inputValue()
  await page.getByLabel('Month', { exact: true }).fill('2024-02')
  for (const [file, shown] of [
    ['GSTR-1 JSON', 'No documents in this month: the return is nil'],
    ['Export CSV', 'There is nothing to export'],
  ] as const) {
    await page.getByRole('button', { name: file }).click()
    await expect(toast(page, shown)).toBeVisible()
  }
  expect(files).toEqual([])
  await page.getByLabel('Month', { exact: true }).fill(present)
  const away = await answerInstead(page, `/admin/export/gstr1/${gstr1.name.slice(-12, -5)}`, { status: 500, json: {} })
  await page.getByRole('button', { name: 'GSTR-1 JSON' }).click()
  await expect(toast(page, 'GSTR-1 could not be exported')).toBeVisible()
  await away()
  // The GSTIN changed within the month: one file for each.
  const gstins = ['27AAPFU0939F1ZV', BUYER_GSTIN]
  const isUnnamed = (url: URL) => url.pathname.startsWith('/api/admin/export/gstr1/') && !url.searchParams.has('gstin')
  const several = { detail: 'Two', code: 'conflict', gstins }
  await page.route(isUnnamed, (route) => route.fulfill({ status: 409, json: several }))
  const saved: string[] = []
  page.on('download', (file) => saved.push(file.suggestedFilename().slice(6, 21)))
  await page.getByRole('button', { name: 'GSTR-1 JSON' }).click()
  await expect.poll(() => saved).toEqual(gstins)
  await page.unroute(isUnnamed)

  await page.getByRole('tab', { name: 'GST settings' }).click()
  await form.getByLabel('Each sale includes').selectOption('Receipts only')
  await expect(effect).toContainText('This replaces the settings for that day.')
  await save.click()
  await expect(history).toContainText('Receipts only')
})

test('a GSTIN added later creates a new business invoice, and a credit note for the first one', {
  tag: '@long',
}, async ({ page, admin, shop, guard, newVisitor }) => {
  guard.allow(/status of 500/)
  await setTax(shop, {})
  const buyer = newPerson('Later Studios')
  const visitor = await newVisitor()
  await startCheckout(visitor, 'hindi-script-vault')
  await fillDetails(visitor, buyer)
  await stateField(visitor).selectOption('Karnataka')
  await goToPayPage(visitor)
  await pressPay(visitor)
  await expect(paidHeading(visitor)).toBeVisible()
  await mailSubjects(shop, buyer.email, 2)
  await admin.open(`/admin?tab=invoices&q=${encodeURIComponent(buyer.name)}`)
  await page.getByRole('button', { name: /^Add GSTIN to TEST/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Add a GSTIN to TEST/ })
  const issue = dialog.getByRole('button', { name: 'Issue new invoice' })
  await issue.click()
  await expect(dialog.getByText('Legal name is required')).toBeVisible()
  await dialog.getByLabel('GSTIN').fill(BUYER_GSTIN)
  await expect(dialog.getByLabel('GSTIN')).toHaveAccessibleDescription('Valid: Karnataka.')
  await dialog.getByLabel('Legal name').fill('Later Studios LLP')
  await dialog.getByLabel('Address').fill('4 MG Road, Bengaluru 560001')
  await checkLook(page, 'adding a GSTIN')
  // The form closed by mistake restores its input.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /^Add GSTIN to TEST/ }).click()
  await expect(dialog.getByLabel('Address')).toHaveValue('4 MG Road, Bengaluru 560001')
  const refused = await answerInstead(page, `/admin/documents/${await idOf(shop, dialog.getByRole('heading'))}/gstin`, {
    status: 500,
    json: {},
  })
  await issue.click()
  await expect(dialog.getByText('Please try again.')).toBeVisible()
  await refused()
  await issue.click()
  await expect(toast(page, /^SH.* issued$/)).toBeVisible()
  await expect(page.getByRole('row', { name: /Later Studios LLP/ })).toContainText(BUYER_GSTIN)
  await expect(page.getByText('Invoice, replaced')).toBeVisible()
  await expect(page.getByRole('row', { name: /CN\// })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add GSTIN/ })).toBeHidden()
})

// In a plain run `entry-server.test.ts` covers both on the same pages, and their absence; `admin-shop.spec.ts` saves
// settings.
test('legal name and grievance officer appear where the law requires them, once set', { tag: '@long' }, async ({
  page,
  admin,
  newVisitor,
}) => {
  const visitor = await newVisitor()
  await visitor.goto('/contact')
  await expect(visitor.getByText('Legal name')).toBeHidden()
  await expect(visitor.getByText('Grievance officer')).toBeHidden()
  await admin.open('/admin?tab=settings&section=legal')
  const fields = {
    'Legal name': 'SkillHaat Learning Private Limited',
    'Registered address': '12 Station Road, Palghar 401404',
    'Grievance officer': 'Meera Joshi',
    'Officer’s designation': 'Head of care',
  }
  const set = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value)
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText(/^Saved at /)).toBeVisible()
  }
  await set(fields)
  await visitor.goto('/contact')
  for (const text of [...Object.values(fields).slice(0, 2), 'Meera Joshi, Head of care']) {
    await expect(visitor.getByRole('main').getByText(text)).toBeVisible()
  }
  await expect(visitor.getByRole('contentinfo')).toContainText('SkillHaat Learning Private Limited')
  await visitor.goto('/terms')
  await expect(visitor.getByRole('heading', { name: 'Who you buy from' })).toBeVisible()
  await set(Object.fromEntries(Object.keys(fields).map((label) => [label, ''])))
  await visitor.goto('/terms')
  await expect(visitor.getByRole('heading', { name: 'Who you buy from' })).toBeHidden()
})
