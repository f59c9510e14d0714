import { issueDocuments } from '../../server/src/sales/documents/documents.service.ts'
import { addTaxSettings } from '../../server/src/sales/documents/tax-settings.ts'
import { buildPromocode } from '../../server/test/catalogue-factories.ts'
import { buildRefund, buildSale } from '../../server/test/ledger.ts'
import { mover } from '../../server/test/moves.ts'
import { startTestServer, type TestServer } from '../../server/test/server.ts'
import { BUYER_GSTIN, SELLER_GSTIN, taxSettings } from '../../server/test/tax-settings.ts'

export const MONTH = '2026-12'

/** Buyers as they type themselves: texts that a spreadsheet would run, letters of several scripts, and marks of CSV. */
export const BUYERS = [
  { name: 'Asha Verma', phone: '9876543210', course: 'Reels, "big"' },
  { name: '=HYPERLINK("http://x")', phone: '+919876543211', course: '@mentions that sell' },
  { name: 'रवि क्षीरसागर', phone: '09876543212', course: 'हिंदी में रील्स: लिखना और बोलना' },
  { name: '-Meena', phone: '9000000000', course: '+1 followers a day' },
  { name: 'மீனா செல்வி', phone: '8000000001', course: '2026-12-05' },
  { name: '1e5', phone: '7000000002', course: '0012' },
  { name: 'Söhne & Co; "quoted"', phone: '9123456789', course: 'Line one\nline two' },
  { name: 'ज्ञानेश्वर श्रीवास्तव', phone: '9123456788', course: 'सोशल मीडिया व्यवस्थापन' },
] as const

const BUSINESS = {
  billing_state: '29',
  billing_gstin: BUYER_GSTIN,
  billing_name: 'Verma & Söhne Studios',
  billing_address: '4 MG Road',
  billing_place: 'Bengaluru',
  billing_pin: '560001',
} as const

const day = (date: number) => `2026-12-${String(date).padStart(2, '0')}T06:30:00Z`

export type SoldShop = {
  server: TestServer
  token: string
  download: (path: string) => Promise<Buffer>
  text: (path: string) => Promise<string>
}

/**
 * Starts a shop with GST that sold for a month: to people in the state and outside, to businesses, through the gateway and outside of it,
 * with whole and partial refunds, payouts with fees, a lost dispute's payout line, and a registered e-invoice.
 */
export async function startSoldShop(): Promise<SoldShop> {
  const server = await startTestServer({ work: false })
  server.clock.set(new Date('2026-12-01T00:00:00Z'))
  await addTaxSettings(server.ctx, taxSettings({ valid_from: '2026-12-01' }))
  server.clock.set(new Date('2027-01-08T06:00:00Z'))
  await server.db('settlement_months').insert({ month: MONTH, unread: 0, read_at: '2027-01-02T06:00:00Z' })
  for (let index = 0; index < 24; index += 1) await sell(server, index)
  await buildPromocode(server.db, { promocode: '-CODE' })
  await buildPromocode(server.db, { promocode: '0012' })
  await register(server)
  const token = await server.adminToken()
  const heads = 'Order number,Date,Name,Email,Phone,Course,Amount'
  const lines = BUYERS.map(
    ({ name, phone }, index) =>
      `00${index},2025-04-0${index + 1},"${name.replaceAll('"', '""')}",past${index}@example.com,${phone},Reels,"1,499.50"`,
  )
  await mover(server, server.api(token)).move(new File([[heads, ...lines].join('\n')], 'orders.csv'))
  const download = async (path: string) => {
    const answer = await server.request(path, { headers: { authorization: `Bearer ${token}` } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return Buffer.from(await answer.arrayBuffer())
  }
  return { server, token, download, text: async (path) => (await download(path)).toString() }
}

async function sell(server: TestServer, index: number): Promise<void> {
  const when = day(1 + index)
  const { db } = server
  const ledger = { db, ctx: { ...server.ctx, now: () => new Date(when) }, stop: async () => {} }
  const { name, phone, course } = BUYERS[index % BUYERS.length] ?? BUYERS[0]
  const paise = 19_900 + index * 1_357
  const outside = index % 5 === 4
  const billing = index % 6 === 1 ? BUSINESS : { billing_state: ['27', '29', '07', null][index % 4] ?? null }
  const settings = await db('tax_settings').first('id')
  const language = ['en', 'hi', 'mr'][index % 3]
  const { order_id, buyer } = await buildSale(ledger, {
    paise: [paise],
    names: [course],
    settings: settings.id,
    order: { ...billing, received_at: when, paid_at: when, captured_paise: paise },
  })
  await db('users').where({ id: buyer.id }).update({ name, phone, language })
  const { course_id } = await db('order_lines').where({ order_id }).first('course_id')
  await db('enrolments').insert({ order_id, user_id: buyer.id, course_id, granted_at: when })
  const payment_id = outside ? `outside_${order_id}` : `pay_${order_id.slice(4, 18)}`
  await db('orders').where({ order_id }).update({ payment_id })
  await db('order_payments').insert({
    order_id,
    payment_id,
    amount_paise: paise,
    currency: 'INR',
    status: 'captured',
    captured: true,
    created_at: when,
    method: outside ? null : 'upi',
  })
  if (outside) {
    const { id } = await db('admins').first('id')
    const paid = { order_id, method: 'cash', reference: `-00${index}`, received_on: when.slice(0, 10) }
    await db('outside_payments').insert({ ...paid, admin_id: id, created_at: when })
  }
  await issueDocuments(ledger.ctx, order_id)
  const settled = { month: MONTH, settlement_id: `setl_${index % 3}`, utr: `000${index % 3}1234`, settled_at: day(26) }
  if (!outside) {
    const fee = Math.round(paise * 0.0236)
    const tax = Math.round(fee - fee / 1.18)
    const credit = { amount_paise: paise, fee_paise: fee, tax_paise: tax, credit_paise: paise - fee, debit_paise: 0 }
    await db('settlement_items').insert({ ...settled, entity_id: payment_id, kind: 'payment', ...credit })
  }
  if (index % 4 !== 1 || outside) return
  const back = index % 8 === 1 ? paise : 5_000
  const refund_id = await buildRefund(ledger, order_id, back)
  const debit = { amount_paise: back, fee_paise: 0, tax_paise: 0, credit_paise: 0, debit_paise: back }
  await db('settlement_items').insert({ ...settled, entity_id: refund_id, kind: 'refund', payment_id, ...debit })
  await issueDocuments(ledger.ctx, order_id)
}

export const IRN = 'a5'.repeat(32)
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The code that the portal signed, as the shop prints it: a JWS of about a thousand signs. */
export const signedCode = (serial: string, total: number, at: string) =>
  `${part({ alg: 'RS256', kid: 'EDC57DE1358B300BA9F79340A6696831F3C85047', typ: 'JWT', x5t: '7cV94TWLMAup95NApmloMfPIUEc' })}.${part(
    {
      data: JSON.stringify({
        SellerGstin: SELLER_GSTIN,
        BuyerGstin: BUYER_GSTIN,
        DocNo: serial,
        DocTyp: 'INV',
        DocDt: at,
        TotInvVal: total,
        ItemCnt: 1,
        MainHsnCode: '999293',
        Irn: IRN,
        IrnDt: '2026-12-05 15:00:00',
      }),
      iss: 'NIC',
    },
  )}.${'sQ9-_'.repeat(68)}aa`

/** Registers the first invoice to a business at the portal, so that its code is printed. */
async function register({ db }: TestServer): Promise<void> {
  const paper = await db('documents')
    .whereRaw("kind = 'invoice' and facts->'buyer'->>'gstin' <> ''")
    .orderBy('issued_at')
    .first()
  const at = new Date(paper.issued_at).toISOString().slice(0, 10).split('-').reverse().join('/')
  await db('einvoice_answers').insert({
    document_id: paper.document_id,
    irn: IRN,
    ack_no: '112010036563310',
    ack_at: '2026-12-05T09:30:00Z',
    status: 'ACT',
    signed_qr: signedCode(paper.serial, paper.facts.total_paise / 100, at),
    signed_invoice: null,
    imported_at: '2026-12-05T09:31:00Z',
  })
}
