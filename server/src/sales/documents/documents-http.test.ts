import { indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Gstr1Schema } from '../../../test/gstr1-schema.ts'
import { awaitMail } from '../../../test/mails.ts'
import { textOfPdf } from '../../../test/pdf.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, payInSilence, type Shopper } from '../../../test/shopper.ts'
import { BUYER_GSTIN } from '../../../test/tax-settings.ts'
import { takeNumber } from './document-series.queries.ts'
import { issueDocuments } from './documents.service.ts'

let server: TestServer
let shopper: Shopper

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  shopper = await buildShopper(server)
})

/** Buys and pays a course; answers once its document is there. */
async function bought(billing: { billing_state?: string } = {}, fields: Parameters<Shopper['buyOne']>[2] = {}) {
  const { orderId, orderNo, link, course } = await shopper.buyOne(1, billing, fields)
  await payInSilence(server, link)
  await shopper.student.orders.paymentStatus({ course_id: course.course_id, user_id: shopper.user.user_id })
  const mail = await awaitMail(server.dataDir, shopper.user.email, orderNo)
  const [order] = await shopper.student.orders.mine({})
  const document = order?.documents?.[0]
  if (!document) throw new Error('the order has no document')
  return { orderId, orderNo, document, mail }
}

it('a paid order has its receipt, in the list, as a file and with the mail', async () => {
  const { document, mail, orderId, orderNo } = await bought()
  expect(document).toMatchObject({ kind: 'receipt', serial: expect.stringMatching(/^RC\/\d\d-\d\d\/\d{7}$/) })
  expect(mail).toContain('application/pdf')
  expect(mail).toMatch(new RegExp(`filename="?Receipt-${document.serial.replaceAll('/', '-')}.pdf`))
  const file = await shopper.student.documents.mine({ document_id: document.document_id })
  expect(file.type).toBe('application/pdf')
  const text = await textOfPdf(Buffer.from(await file.arrayBuffer()))
  for (const word of ['Receipt', document.serial, orderNo, 'Total']) expect(text).toContain(word)
  expect(text).toMatch(/Paid \d+ [A-Z][a-z]+ \d{4} by (UPI|card|net banking|wallet), pay_/)
  const seen = await server.api(await server.adminToken()).orders.adminGet({ order_id: orderId })
  expect(seen.documents).toEqual([document])
})

it('a line says for how long the course was sold', async () => {
  const { document } = await bought({}, { name: 'Reels', access_period: 'P12M' })
  const file = await shopper.student.documents.mine({ document_id: document.document_id })
  expect(await textOfPdf(Buffer.from(await file.arrayBuffer()))).toContain('Reels, 12 months’ access')
})

it('another student’s document is none, and nobody’s without a token', async () => {
  const { document } = await bought()
  const other = await buildShopper(server)
  const path = `/api/user/documents/${document.document_id}`
  await expect(other.student.documents.mine({ document_id: document.document_id })).rejects.toMatchObject({
    status: 404,
  })
  await expect(
    other.student.documents.sendMine({ params: { document_id: document.document_id } }),
  ).rejects.toMatchObject({ status: 404 })
  expect((await server.request(path)).status).toBe(401)
})

it('a document is mailed again on request, by the buyer and by support', async () => {
  const { document } = await bought()
  const params = { document_id: document.document_id }
  expect(await shopper.student.documents.sendMine({ params })).toEqual({
    message: `Sent to ${shopper.user.email}`,
    email: shopper.user.email,
  })
  await awaitMail(server.dataDir, shopper.user.email, `Your receipt ${document.serial}`)
  await server.api(await server.adminToken('support')).documents.send({ params })
  const entry = await server
    .db('activity')
    .where({ target_id: (await shopper.student.orders.mine({}))[0]?.order_id ?? '' })
    .first()
  expect(entry.after).toEqual({ document_mailed: document.serial })
})

const taxFromToday = () => ({
  valid_from: new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(server.ctx.now()),
  enabled: true,
  legal_name: 'SkillHaat Learning Private Limited',
  address: '12 Station Road, Palghar 401404',
  state_code: '27',
  gstin: '27aapfu0939f1zv',
  cin: 'u80904mh2024ptc123456',
  sac: '999293',
  rate: 18,
  prices: 'inclusive' as const,
})

it('tax settings are the owner’s, hold from their day on and tell the cart', async () => {
  const owner = server.api(await server.adminToken())
  const settings = taxFromToday()
  const today = settings.valid_from
  expect(await server.api().documents.tax()).toEqual({ tax: null })
  await expect(owner.exports.gstr1({ month: today.slice(0, 7) })).rejects.toMatchObject({ status: 409 })
  const wrong = [
    { gstin: '27AAPFU0939F1ZX' },
    { gstin: '29AAGCB7383J1Z4' },
    { sac: '99' },
    { cin: 'U80904MH2024PTC12345' },
    { rate: 18.01 },
    { state_code: '28' },
    { valid_from: '2020-01-01' },
  ]
  for (const change of wrong) {
    await expect(
      owner.documents.setTaxSettings({ body: { ...settings, ...change } }),
      JSON.stringify(change),
    ).rejects.toMatchObject({ status: 422 })
  }
  await owner.documents.setTaxSettings({ body: settings })
  expect(await server.api().documents.tax()).toEqual({ tax: { rate: 18, prices: 'inclusive' } })
  const stored = { ...settings, gstin: '27AAPFU0939F1ZV', cin: 'U80904MH2024PTC123456' }
  const noted = await server.db('activity').where({ call: 'documents.setTaxSettings' }).first()
  expect(noted).toMatchObject({ kind: 'settings', target_id: 'tax', admin_role: 'owner', after: { rate: 18 } })
  expect(await owner.documents.taxSettings()).toMatchObject({ current: stored, all: [stored] })
  const { document, mail } = await bought({ billing_state: '29' })
  expect(document).toMatchObject({ kind: 'invoice' })
  expect(mail).toContain('Invoice-SH-')
  // A refund that failed after its note has both documents, and no money.
  const { order_id, facts } = await server.db('documents').where({ document_id: document.document_id }).first()
  const at = server.ctx.now()
  const refund = { order_id, refund_id: 'rfnd_late', payment_id: facts.payment_id, amount_paise: 100_00 }
  await server.db('refunds').insert({ ...refund, status: 'processed', created_at: at, updated_at: at })
  const [note] = await issueDocuments(server.ctx, order_id)
  await server.db('refunds').where({ order_id }).update({ status: 'failed' })
  const [debit] = await issueDocuments(server.ctx, order_id)
  const month = await server.request(`/api/admin/export/documents.csv?month=${today.slice(0, 7)}`, {
    headers: { authorization: `bearer ${await server.adminToken()}` },
  })
  expect(month.headers.get('content-type')).toContain('text/csv')
  // The amounts are the last columns, and no name before them can hold a comma that counts from the end.
  const amounts = ['Taxable value', 'CGST', 'SGST', 'IGST', 'Charged', 'Refunded'] as const
  const [head, ...rows] = (await month.text()).trim().split('\r\n')
  expect(head?.endsWith(amounts.join(','))).toBe(true)
  const sum = (column: (typeof amounts)[number]) =>
    rows.reduce((paise, row) => {
      const cell = row.split(',').slice(-amounts.length)[amounts.indexOf(column)]
      return paise + Math.round(Number(cell) * 100)
    }, 0)
  const ledger = await server.db('orders').whereNotNull('paid_at').sum({ paise: 'total_paise' }).first()
  expect(sum('Charged') - sum('Refunded')).toBe(Number(ledger?.paise))
  expect(sum('Taxable value') + sum('CGST') + sum('SGST') + sum('IGST')).toBe(sum('Charged') + sum('Refunded'))
  expect(rows.find((row) => row.startsWith(`${debit?.serial},debit_note,`))).toContain(`,${note?.serial},`)
  const gstr1 = await owner.exports.gstr1({ month: today.slice(0, 7) })
  expect(gstr1.name).toBe(`GSTR1-${stored.gstin}-${today.slice(0, 7)}.json`)
  const { doc_issue } = Gstr1Schema.parse(JSON.parse(await gstr1.text()))
  expect(doc_issue?.doc_det[0]?.docs.at(-1)?.to).toBe(document.serial)
  const table = await owner.exports.gstr1({ month: today.slice(0, 7), format: 'csv' })
  expect(table.name).toBe(gstr1.name.replace('json', 'csv'))
  expect(await table.text()).toContain(`Invoices for outward supply`)
  expect(await server.db('activity').where({ call: 'exports.gstr1' })).toHaveLength(2)
  // The shop belongs to another company from the middle of the month: each has a complete return of its own.
  await owner.documents.setTaxSettings({ body: { ...settings, gstin: BUYER_GSTIN, state_code: '29' } })
  const later = await bought({ billing_state: '29' })
  const gstins = [stored.gstin, BUYER_GSTIN]
  await expect(owner.exports.gstr1({ month: today.slice(0, 7) })).rejects.toMatchObject({
    status: 409,
    data: { gstins },
    message: expect.stringContaining(gstins.join(' and ')),
  })
  const papers = []
  for (const gstin of gstins) {
    const file = await owner.exports.gstr1({ month: today.slice(0, 7), gstin })
    expect(file.name).toBe(`GSTR1-${gstin}-${today.slice(0, 7)}.json`)
    papers.push(...(Gstr1Schema.parse(JSON.parse(await file.text())).doc_issue?.doc_det[0]?.docs ?? []))
  }
  expect(papers.map(({ to }) => to)).toEqual([document.serial, later.document.serial])
  await owner.documents.setTaxSettings({ body: { ...settings, enabled: false } })
})

it('K8 deleting a buyer changes no issued document, and shows the person to nobody but the owner who opens it', async () => {
  const { orderId, document } = await bought()
  const { document_id, serial } = document
  const { name, email } = shopper.user
  const owner = server.api(await server.adminToken())
  const support = server.api(await server.adminToken('support'))
  const bytes = async (api: typeof owner) => Buffer.from(await (await api.documents.get({ document_id })).arrayBuffer())
  const [before] = await server.db('documents').where({ order_id: orderId })
  const drawn = await bytes(support)
  await owner.users.delete({ params: { id: shopper.user.user_id } })

  expect(await server.db('documents').where({ order_id: orderId })).toEqual([before])
  expect((await bytes(owner)).equals(drawn)).toBe(true)
  expect(await textOfPdf(drawn)).toContain(name)
  await expect(support.documents.get({ document_id })).rejects.toMatchObject({ status: 403 })
  await expect(shopper.student.documents.mine({ document_id })).rejects.toMatchObject({ status: 401 })
  await expect(owner.documents.send({ params: { document_id } })).rejects.toMatchObject({ status: 409 })
  const { documents } = await owner.documents.list({ q: serial })
  expect(documents.map(({ buyer }) => buyer)).toEqual(['Deleted account'])
  expect((await owner.documents.list({ q: name })).documents.map((listed) => listed.serial)).not.toContain(serial)
  const month = indianDay(new Date(before.issued_at)).slice(0, 7)
  const table = await server.request(`/api/admin/export/documents.csv?month=${month}`, {
    headers: { authorization: `bearer ${await server.adminToken()}` },
  })
  const line = (await table.text()).split('\r\n').find((one) => one.startsWith(serial))
  expect(line).toContain('Deleted account')
  expect(line).not.toContain(name)
  expect(JSON.stringify([documents, line])).not.toContain(email)
})

it('the owner lists documents, newest first, by number, buyer, order, kind and day; nobody else does', async () => {
  const first = await bought()
  const { name } = shopper.user
  shopper = await buildShopper(server)
  const second = await bought()
  const owner = server.api(await server.adminToken())
  const list = async (input: Parameters<typeof owner.documents.list>[0]) => {
    const { documents } = await owner.documents.list(input)
    return documents.map(({ serial }) => serial)
  }
  const [older, newer] = [first.document.serial, second.document.serial]
  expect((await list({})).slice(0, 2)).toEqual([newer, older])
  expect((await list({ sort: 'oldest' })).slice(-2)).toEqual([older, newer])
  expect(await list({ q: older.slice(-5) })).toEqual([older])
  expect(await list({ q: second.orderId })).toEqual([newer])
  expect(await list({ q: second.orderNo.toLowerCase() })).toEqual([newer])
  expect(await list({ q: name.toUpperCase() })).toContain(older)
  expect(await list({ kind: 'bill_of_supply' })).toEqual([])
  expect(await list({ from: '2999-01-01' })).toEqual([])
  expect(await list({ limit: '1', offset: '1' })).toEqual([older])
  const { documents } = await owner.documents.list({ q: newer })
  expect(documents).toEqual([
    {
      ...second.document,
      order_id: second.orderId,
      order_no: second.orderNo,
      buyer: shopper.user.name,
      gstin: null,
      total: expect.any(Number),
      replaced: false,
    },
  ])
  expect(documents[0]?.total).toBeGreaterThan(0)
  for (const role of ['editor', 'support'] as const) {
    await expect(server.api(await server.adminToken(role)).documents.list({})).rejects.toMatchObject({ status: 403 })
  }
})

it('invoices are numbered under the prefix of the shop; one that was used goes on where it stopped', async () => {
  const owner = server.api(await server.adminToken())
  const settings = taxFromToday()
  await owner.documents.setTaxSettings({ body: settings })
  const serial = async () => (await bought({ billing_state: '29' })).document.serial as string
  const rename = (prefix: string) => owner.documents.setInvoicePrefix({ body: { prefix } })
  const first = await serial()
  const { next } = (await owner.documents.taxSettings()).invoices
  expect(next).toMatch(/^SH\/\d\d-\d\d\/\d{7}$/)

  for (const prefix of ['', 'MELA', '-A', 'A-', 'A B', 'ä', 'CN', 'dn', 'DR', 'rc', 'RR', 'bs']) {
    await expect(rename(prefix), prefix).rejects.toMatchObject({ status: 422 })
  }
  const changed = await rename(' m/1 ')
  expect(changed).toMatchObject({ prefix: 'M/1', next: expect.stringMatching(/^M\/1\/\d\d-\d\d\/000001$/) })
  expect(await serial()).toBe(changed.next)
  expect(changed.next).toHaveLength(16)
  // Issued documents stay, and a return to the old prefix repeats no number.
  expect(await server.db('documents').where({ serial: first })).toHaveLength(1)
  expect((await rename('SH')).next).toBe(next)
  expect(await serial()).toBe(next)
  expect((await rename('M/1')).next).toMatch(/000002$/)
  await rename('SH')
  const noted = await server.db('activity').where({ call: 'documents.setInvoicePrefix' }).orderBy('id').first()
  expect(noted).toMatchObject({ before: { invoice_prefix: 'SH' }, after: { invoice_prefix: 'M/1' } })
  await owner.documents.setTaxSettings({ body: { ...settings, enabled: false } })
})

it('the next invoice number goes up alone, never into numbers that were issued, and fits 16 characters', async () => {
  const owner = server.api(await server.adminToken())
  const settings = taxFromToday()
  await owner.documents.setTaxSettings({ body: settings })
  const set = (next: number, prefix = 'UP') => owner.documents.setInvoicePrefix({ body: { prefix, next } })
  expect(await set(1_041)).toMatchObject({
    next: expect.stringMatching(/^UP\/\d\d-\d\d\/0001041$/),
    next_number: 1_041,
  })
  const { document } = await bought({ billing_state: '29' })
  expect(document.serial).toMatch(/\/0001041$/)
  for (const next of [1_041, 1_040, 1, 0, -1, 1.5, 9_900_000, 10_000_000]) {
    await expect(set(next), String(next)).rejects.toMatchObject({ status: 422 })
  }
  await expect(set(900_000, 'ABC')).rejects.toMatchObject({ status: 422 })
  // A refusal changes nothing, the prefix neither.
  expect((await owner.documents.taxSettings()).invoices).toMatchObject({ prefix: 'UP', next_number: 1_042 })
  expect(await set(1_042)).toMatchObject({ next_number: 1_042 })
  expect((await set(899_999, 'ABC')).next).toHaveLength(16)
  expect(await set(2_000)).toMatchObject({ next_number: 2_000 })
  expect((await bought({ billing_state: '29' })).document.serial).toMatch(/\/0002000$/)
  const noted = await server.db('activity').where({ call: 'documents.setInvoicePrefix' }).orderBy('id', 'desc').first()
  expect(noted.after).toEqual({ invoice_prefix: 'UP', next_invoice: expect.stringMatching(/0002000$/) })
  // Both callers issue at once: the second sees the number that the first took.
  const { series } = await server.db('documents').where({ serial: document.serial }).first('series')
  const raced = await Promise.allSettled([
    set(2_001),
    set(2_001),
    takeNumber(server.db, series),
    takeNumber(server.db, series),
  ])
  const numbers = raced.slice(2).map((end) => (end.status === 'fulfilled' ? end.value : undefined))
  expect(new Set(numbers).size).toBe(2)
  expect((await owner.documents.taxSettings()).invoices.next_number).toBe(Math.max(...numbers.map(Number)) + 1)
  await owner.documents.setInvoicePrefix({ body: { prefix: 'SH' } })
  await owner.documents.setTaxSettings({ body: { ...settings, enabled: false } })
})

it('the owner adds a GSTIN to an invoice: the buyer has all three documents, and a mail with the new ones', async () => {
  const owner = server.api(await server.adminToken())
  const settings = taxFromToday()
  await owner.documents.setTaxSettings({ body: settings })
  const { orderId, document } = await bought({ billing_state: '29' })
  const params = { document_id: document.document_id }
  const body = { gstin: ' 29aagcb7383j1z4', legal_name: 'Verma Studios LLP', address: '4 MG Road, Bengaluru 560001' }
  for (const wrong of [{ gstin: '29AAGCB7383J1Z5' }, { legal_name: '' }, { address: 'x' }]) {
    await expect(owner.documents.addGstin({ params, body: { ...body, ...wrong } })).rejects.toMatchObject({
      status: 422,
    })
  }
  const { document: made } = await owner.documents.addGstin({ params, body })
  await expect(owner.documents.addGstin({ params, body })).rejects.toMatchObject({ status: 409 })
  const [order] = await shopper.student.orders.mine({})
  const listed = (await owner.documents.list({ q: orderId })).documents.filter(({ replaced }) => replaced)
  expect(listed.map(({ serial }) => serial)).toEqual([document.serial])
  expect(order?.documents?.map(({ kind }) => kind).toSorted()).toEqual(['credit_note', 'invoice', 'invoice'])
  const mail = await awaitMail(server.dataDir, shopper.user.email, `Your tax invoice ${made.serial}`)
  expect(mail).not.toContain('went back')
  for (const name of [`Invoice-${made.serial.replaceAll('/', '-')}.pdf`, 'Credit-Note-CN-'])
    expect(mail).toContain(name)
  const noted = await server.db('activity').where({ call: 'documents.addGstin' }).first()
  expect(noted).toMatchObject({
    kind: 'order',
    target_id: orderId,
    before: { invoice: document.serial },
    after: { invoice: made.serial, gstin: '29AAGCB7383J1Z4' },
  })
  await owner.documents.setTaxSettings({ body: { ...settings, enabled: false } })
})
