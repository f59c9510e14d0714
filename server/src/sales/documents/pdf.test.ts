import { expect, it } from 'vitest'
import { actualTexts, contentsOf, textOfPdf } from '../../../test/pdf.ts'
import { taxSettings } from '../../../test/tax-settings.ts'
import type { BilledOrder } from './billed-orders.queries.ts'
import { factsOfOrder } from './facts.ts'
import type { PaperMark } from './paper-mark.ts'
import { drawDocument } from './pdf.ts'

const order: BilledOrder = {
  order_id: 'ord_1',
  order_no: 'SH-2026-00001',
  payment_id: 'pay_1',
  payment_method: 'upi',
  paid_at: '2026-12-05T06:30:00Z',
  promocode: null,
  tax_paise: 0,
  minimum_charge_paise: 0,
  total_paise: 0,
  captured_paise: null,
  tax_settings_id: 1,
  billing_state: null,
  billing_gstin: null,
  billing_name: null,
  billing_address: null,
  billing_place: null,
  billing_pin: null,
  billing_sez: false,
  buyer_name: 'Asha Verma',
  buyer_email: 'asha@example.com',
  language: 'en',
}

type Seller = { state_code?: '04'; legal_name?: string; address?: string }

/** The text of an invoice of courses with these names, at ₹499 each. */
async function invoiceOf(names: string[], change: Partial<BilledOrder> = {}, seller: Seller = {}) {
  return textOfPdf(await drawnInvoice(names, change, seller))
}

async function drawnInvoice(
  names: string[],
  change: Partial<BilledOrder>,
  seller: Seller,
  { shop = 'SkillHaat', mark }: { shop?: string; mark?: PaperMark } = {},
) {
  const { rate, ...settings } = taxSettings({ valid_from: '2026-12-01', ...seller })
  const facts = factsOfOrder(
    {
      order: { ...order, total_paise: 499_00 * names.length, ...change },
      lines: names.map((course_name) => {
        return {
          course_name,
          access_period: null,
          quantity: 1,
          price_paise: 499_00,
          discount_paise: 0,
          total_paise: 499_00,
        }
      }),
      shop: { name: shop, address: ['Palghar'], email: 'hello@example.com' },
    },
    { ...settings, id: 1, rate_basis_points: rate * 100 },
  )
  const serial = 'SH/26-27/0000042'
  const named = {
    document_id: 'doc_1',
    order_id: 'ord_1',
    refund_id: null,
    corrects: null,
    reverses: null,
    kind: 'invoice' as const,
    serial,
  }
  return drawDocument({ ...named, series: 'SH/26-27', number: 42, facts, issued_at: '2026-12-05T06:31:00Z' }, mark)
}

it('each of several pages names its document, and a single page has no number', async () => {
  const long = await invoiceOf(Array.from({ length: 50 }, (_, index) => `Course ${index}: ${'words '.repeat(30)}`))
  const pages = Array.from(long.matchAll(/Tax Invoice SH\/26-27\/0000042, page (\d+) of (\d+)/g), ([, ...at]) =>
    at.join(),
  )
  expect(pages.length).toBeGreaterThan(4)
  expect(pages).toEqual(pages.map((_, index) => `${index + 1},${pages.length}`))
  for (let index = 0; index < 50; index += 1) expect(long).toContain(`Course ${index}:`)
  expect(await invoiceOf(['One'])).not.toContain('page 1')
})

it('an address in a hundred lines pushes nothing off the page', async () => {
  const text = await invoiceOf(['One'], { billing_state: '27', billing_address: `${'a\n'.repeat(149)}b` })
  expect(text).toContain('a, a, a')
  expect(text).toContain('Place of supply Maharashtra (27)')
})

it('the half of a union territory without a legislature is called by its name', async () => {
  expect(await invoiceOf(['One'], {}, { state_code: '04' })).toMatch(/CGST 9% ₹38\.06 UTGST 9% ₹38\.06/)
  expect(await invoiceOf(['One'])).toMatch(/CGST 9% ₹38\.06 SGST 9% ₹38\.06/)
})

const NAMES = {
  Kannada: 'ಶ್ರದ್ಧಾ ಗೌಡ',
  Tamil: 'தமிழ் செல்வி',
  Telugu: 'తెలుగు రావు',
  Bengali: 'বাংলা দেবী',
  Gujarati: 'ગુજરાતી પટેલ',
  Malayalam: 'മലയാളം മേനോൻ',
  Punjabi: 'ਪੰਜਾਬੀ ਕੌਰ',
  Odia: 'ଓଡ଼ିଆ ଦାସ',
  Hindi: 'श्रद्धा जोशी',
}

it.each(Object.entries(NAMES))('an invoice has every name and address in %s', async (_script, written) => {
  const name = written.normalize('NFC')
  const change = { billing_name: name, billing_address: `12 ${name}`, buyer_name: name, billing_state: '27' } as const
  const bytes = await drawnInvoice([name], change, { legal_name: name, address: name }, { shop: name })
  const spoken = actualTexts(bytes)
  // Shop, supplier with its address, business with buyer and address, course.
  expect(spoken.map((text) => text.split(name).length - 1)).toEqual([1, 2, 3, 1])
  expect(await textOfPdf(bytes)).not.toContain('?')
})

it('an invoice has names in Urdu, and leaves out emoji and letters that no font has', async () => {
  const text = await invoiceOf(['اردو خان'], { buyer_name: 'اردو خان', billing_name: '👩‍🏫 Meera 王芳' })
  expect(text.split('اردو خان')).toHaveLength(3)
  expect(text).toContain(' Meera ')
  expect(text).not.toContain('?')
})

it('the code of an e-invoice is 170 points wide, which scanners read at 150 dots an inch', async () => {
  const mark = { code: 'e'.repeat(600), lines: () => [] }
  const drawn = contentsOf(await drawnInvoice(['Reels'], {}, {}, { mark })).join(' ')
  const modules = Array.from(drawn.matchAll(/([\d.]+) [\d.]+ ([\d.]+) [\d.]+ re\b/g), ([, x, width]) => {
    return { x: Number(x), end: Number(x) + Number(width) }
  })
  const width = Math.max(...modules.map(({ end }) => end)) - Math.min(...modules.map(({ x }) => x))
  expect(width).toBeCloseTo(170, 0)
})
