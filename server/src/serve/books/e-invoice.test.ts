import { expect, test } from 'vitest'
import { z } from 'zod'
import { BUYER_GSTIN, SELLER_GSTIN } from '../../../test/tax-settings.ts'
import type { PaperRow } from './books.queries.ts'
import { eInvoiceOf, placeOf } from './e-invoice.ts'

/** The portal's schema 1.1 for a domestic supply of services, written from its documentation of fields and error codes. */
const money = z
  .number()
  .min(0)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6)
const text = (least: number, most: number) =>
  z
    .string()
    .regex(/^[^"\\]*$/)
    .refine((value) => value.isWellFormed() && [...value].length >= least && [...value].length <= most)
const pin = z.number().int().min(100_000).max(999_999)
const place = {
  Addr1: text(1, 100),
  Addr2: text(3, 100).optional(),
  Loc: text(3, 50),
  Pin: pin,
  Stcd: z.string().regex(/^\d\d$/),
}
const Schema = z
  .strictObject({
    Version: z.literal('1.1'),
    TranDtls: z.strictObject({
      TaxSch: z.literal('GST'),
      SupTyp: z.enum(['B2B', 'SEZWP']),
      RegRev: z.literal('N'),
      IgstOnIntra: z.literal('N'),
    }),
    DocDtls: z.strictObject({
      Typ: z.enum(['INV', 'CRN', 'DBN']),
      No: z.string().regex(/^[a-zA-Z1-9][a-zA-Z0-9/-]{0,15}$/),
      Dt: z.string().regex(/^[0-3]\d\/[01]\d\/20\d\d$/),
    }),
    SellerDtls: z.strictObject({ Gstin: z.string().length(15), LglNm: text(3, 100), ...place }),
    BuyerDtls: z.strictObject({
      Gstin: z.string().length(15),
      LglNm: text(3, 100),
      Pos: z.string().regex(/^\d\d$/),
      ...place,
    }),
    ItemList: z
      .array(
        z.strictObject({
          SlNo: text(1, 6),
          PrdDesc: text(3, 300),
          IsServc: z.enum(['Y', 'N']),
          HsnCd: z.string().regex(/^(\d{6}|\d{8})$/),
          Qty: z.number().positive(),
          Unit: text(3, 8),
          UnitPrice: z.number().min(0),
          TotAmt: money,
          Discount: money,
          AssAmt: money,
          GstRt: z.union([5, 18, 40].map((rate) => z.literal(rate))),
          IgstAmt: money,
          CgstAmt: money,
          SgstAmt: money,
          TotItemVal: money,
        }),
      )
      .min(1)
      .max(1000),
    ValDtls: z.strictObject({
      AssVal: money,
      IgstVal: money,
      CgstVal: money,
      SgstVal: money,
      OthChrg: money,
      RndOffAmt: money,
      TotInvVal: money,
    }),
    RefDtls: z
      .strictObject({ PrecDocDtls: z.array(z.strictObject({ InvNo: text(1, 16), InvDt: z.string() })) })
      .optional(),
  })
  .refine(({ ItemList }) => ItemList.every((item) => (item.IsServc === 'Y') === item.HsnCd.startsWith('99')))
  .refine(({ SellerDtls, BuyerDtls }) => SellerDtls.Gstin !== BuyerDtls.Gstin)
  .refine(({ ItemList }) => ItemList.every((item) => Math.abs(item.UnitPrice * item.Qty - item.TotAmt) <= 1))
  // 2193, 2182, 2189 and 2172 of the portal's error codes.
  .refine(({ ItemList }) => ItemList.every((item) => Math.abs(item.AssAmt - (item.TotAmt - item.Discount)) < 0.005))
  .refine(
    ({ ItemList, ValDtls }) => Math.abs(ItemList.reduce((all, { AssAmt }) => all + AssAmt, 0) - ValDtls.AssVal) < 0.005,
  )
  .refine(
    ({ ValDtls: { AssVal, IgstVal, CgstVal, SgstVal, OthChrg, TotInvVal } }) =>
      Math.abs(AssVal + IgstVal + CgstVal + SgstVal + OthChrg - TotInvVal) < 0.005,
  )
  .refine(({ SellerDtls, BuyerDtls, ValDtls }) =>
    SellerDtls.Stcd === BuyerDtls.Pos ? ValDtls.IgstVal === 0 : ValDtls.CgstVal === 0,
  )

type Change = { buyer?: object; seller?: object; facts?: object; kind?: PaperRow['kind']; serial?: string }

function paper({ buyer, seller, facts, kind = 'invoice', serial = 'INV/26-27/000123' }: Change = {}): PaperRow {
  const line = { description: 'Reels Growth', quantity: 1, unit_price_paise: 49_900, discount_paise: 0 }
  return {
    document_id: 'doc_1',
    kind,
    serial,
    issued_at: '2026-12-05T20:00:00Z',
    order_no: 'SH-2026-00001',
    buyer: 'Verma Studios',
    facts: {
      seller: {
        legal_name: 'SkillHaat Learning',
        address: '12 Station Road, Palghar 401404',
        state_code: '27',
        gstin: SELLER_GSTIN,
        sac: '999293',
        ...seller,
      },
      buyer: {
        name: 'A Verma',
        email: null,
        state_code: '29',
        gstin: BUYER_GSTIN,
        business_name: 'Verma Studios',
        address: '4 MG Road, Bengaluru - 560 001',
        ...buyer,
      },
      place_of_supply: '29',
      rate_basis_points: 1800,
      lines: [{ ...line, taxable_paise: 42_288, tax_paise: 7_612, total_paise: 49_900 }],
      taxable_paise: 42_288,
      cgst_paise: 0,
      sgst_paise: 0,
      igst_paise: 7_612,
      total_paise: 49_900,
      against: null,
      ...facts,
    },
  } as unknown as PaperRow
}

const inside = {
  seller: { state_code: '29', address: '1 Residency Road, Bengaluru 560025', gstin: '29AAGCS1234K1Z5' },
  facts: {
    lines: [{ description: 'Reels Growth', quantity: 3, taxable_paise: 42_288, tax_paise: 7_612, total_paise: 49_900 }],
    cgst_paise: 3_806,
    sgst_paise: 3_806,
    igst_paise: 0,
  },
}
const note = { against: { serial: 'INV/26-27/000122', issued_at: '2026-12-01T06:00:00Z' } }

const made: Record<string, Change> = {
  'an invoice across states': {},
  'an invoice inside a state': inside,
  'a credit note': { kind: 'credit_note', facts: note },
  'a debit note': { kind: 'debit_note', facts: note },
  'a name of 300 letters': { buyer: { business_name: 'Ä'.repeat(300) } },
  'a name with marks and an emoji': { buyer: { business_name: 'श्री गणेश मार्केटिंग 🎬' } },
  'an address on many lines': { buyer: { address: '4 MG Road\n2nd floor\nBengaluru\n560001' } },
  'an address of 300 letters': { buyer: { address: `${'Long Street, '.repeat(20)}Bengaluru 560001` } },
  'a PIN before the place': { buyer: { address: '4 MG Road, 560001 Bengaluru' } },
  'a PIN with its word': { buyer: { address: '4 MG Road, Bengaluru, PIN: 560001' } },
  'a phone beside the PIN': { buyer: { address: '4 MG Road, 9876543210, Bengaluru 560001' } },
  'an address without a comma': { buyer: { address: '4 MG Road Bengaluru 560001' } },
  'a name in quotation marks': { buyer: { business_name: '"Verma" Studios \\ Co' } },
  'an emoji where the address is cut': { buyer: { address: `${'x'.repeat(99)}🎬 Bengaluru, Bengaluru 560001` } },
  'an address of quotation marks and tabs': { buyer: { address: '"Asha"\t4 MG Road,\tBengaluru 560001' } },
  'a typed PIN and a place of two letters': { buyer: { address: '4 MG Road', pin: '560001', place: 'Ba' } },
  'a typed place of 60 letters': { buyer: { address: '4 MG Road', pin: '560001', place: 'Bengaluru '.repeat(6) } },
  'a typed PIN without a place': { buyer: { address: '4 MG Road, Indiranagar', pin: '560038' } },
  'seven seats of a price that does not divide': {
    facts: {
      lines: [
        { description: 'Reels Growth', quantity: 7, taxable_paise: 42_288, tax_paise: 7_612, total_paise: 49_900 },
      ],
    },
  },
  'a paisa': {
    facts: {
      lines: [{ description: 'Reels Growth', quantity: 1, taxable_paise: 1, tax_paise: 0, total_paise: 1 }],
      taxable_paise: 1,
      igst_paise: 0,
      total_paise: 1,
    },
  },
  'a book beside a course': {
    facts: {
      lines: [
        {
          description: 'Workbook, printed',
          quantity: 1,
          taxable_paise: 10_000,
          tax_paise: 0,
          total_paise: 10_000,
          rate_basis_points: 0,
          sac: '4901',
        },
        {
          description: 'Reels Growth',
          quantity: 1,
          taxable_paise: 32_288,
          tax_paise: 5_812,
          total_paise: 38_100,
          rate_basis_points: 1800,
          sac: '999293',
        },
      ],
      rates: [
        { rate_basis_points: 0, sac: '4901', taxable_paise: 10_000, igst_paise: 0, total_paise: 10_000 },
        { rate_basis_points: 1800, sac: '999293', taxable_paise: 32_288, igst_paise: 5_812, total_paise: 38_100 },
      ],
      igst_paise: 5_812,
      total_paise: 48_100,
    },
  },
  'a course name of 400 letters': {
    facts: {
      lines: [
        {
          description: 'Growth '.repeat(57),
          quantity: 1,
          taxable_paise: 42_288,
          tax_paise: 7_612,
          total_paise: 49_900,
        },
      ],
    },
  },
  'lines of which nothing goes back': {
    kind: 'credit_note',
    facts: {
      ...note,
      lines: [
        { description: 'A course', quantity: 1, taxable_paise: 0, tax_paise: 0, total_paise: 0 },
        { description: 'B course', quantity: 1, taxable_paise: 42_288, tax_paise: 7_612, total_paise: 49_900 },
      ],
    },
  },
}

test('an exempt line beside a taxed one is another charge, and a note of it alone is no e-invoice', () => {
  const mixed = made['a book beside a course'] as { facts: { lines: { total_paise: number }[] } }
  expect(eInvoiceOf(paper(mixed))).toMatchObject({
    json: {
      ItemList: [{ PrdDesc: 'Reels Growth', AssAmt: 322.88 }],
      ValDtls: { AssVal: 322.88, OthChrg: 100, TotInvVal: 481 },
    },
  })
  const [book, course] = mixed.facts.lines
  const nothing = { taxable_paise: 0, tax_paise: 0, total_paise: 0 }
  const facts = { ...mixed.facts, ...note, lines: [book, { ...course, ...nothing }] }
  expect(eInvoiceOf(paper({ kind: 'credit_note', facts }))).toEqual({ missing: 'Exempt: no e-invoice' })
})

test.each(Object.entries(made))('%s has what the portal wants', (_, change) => {
  const found = eInvoiceOf(paper(change))
  expect(found).toHaveProperty('json')
  if ('json' in found) expect(Schema.safeParse(JSON.parse(JSON.stringify(found.json))).error?.issues).toBeUndefined()
})

const lacking: Record<string, [Change, string]> = {
  'no address': [{ buyer: { address: null } }, 'The address is missing'],
  'spaces for an address': [{ buyer: { address: '   ' } }, 'The address is missing'],
  'no PIN': [{ buyer: { address: '4 MG Road, Bengaluru' } }, 'The address has no PIN'],
  'a PIN of five digits': [{ buyer: { address: '4 MG Road, Bengaluru 56001' } }, 'The address has no PIN'],
  'a PIN that begins with 0': [{ buyer: { address: '4 MG Road, Bengaluru 060001' } }, 'The address has no PIN'],
  'a PIN of another state': [
    { buyer: { address: '4 MG Road, Pune 411001' } },
    'PIN 411001 is of another state than the GSTIN',
  ],
  'a PIN that no state has': [
    { buyer: { address: '4 MG Road, Bengaluru 990001' } },
    'PIN 990001 is of another state than the GSTIN',
  ],
  'a PIN alone': [{ buyer: { address: '560001' } }, 'The address is too short'],
  'no PIN of the shop': [
    { seller: { address: '12 Station Road, Palghar' } },
    'Your own address: The address has no PIN',
  ],
  'a name of two letters': [{ buyer: { business_name: 'AB' } }, 'The registered name is too short'],
  'a name of marks alone': [{ buyer: { business_name: '"" "' } }, 'The registered name is too short'],
  'a typed PIN of another state': [
    { buyer: { address: '4 MG Road', pin: '411001', place: 'Pune' } },
    'PIN 411001 is of another state than the GSTIN',
  ],
  'a typed PIN without an address': [
    { buyer: { address: ' ', pin: '560001', place: 'Bengaluru' } },
    'The address is missing',
  ],
  'the GSTIN of the shop': [
    { buyer: { gstin: SELLER_GSTIN, address: '4 FC Road, Pune 411001' } },
    'The buyer has your own GSTIN',
  ],
  'a number that begins with 0': [
    { serial: '0AB/26-27/000123' },
    'The portal takes no number that begins with 0: 0AB/26-27/000123. Change the prefix of your numbers for the next ones',
  ],
  'a code of four digits': [{ seller: { sac: '9992' } }, 'The code 9992 needs 6 digits'],
  'a rate of 12 %': [
    { facts: { rate_basis_points: 1200 } },
    'The portal’s list of rates, read on 2026-10-07, has no 12%',
  ],
  'a rate of 17 %': [
    { facts: { rate_basis_points: 1700 } },
    'The portal’s list of rates, read on 2026-10-07, has no 17%',
  ],
  'a rate of 28 %': [
    { facts: { rate_basis_points: 2800 } },
    'The portal’s list of rates, read on 2026-10-07, has no 28%',
  ],
  'no GSTIN': [{ buyer: { gstin: null } }, 'Not a tax invoice to a business'],
  'a receipt': [{ kind: 'receipt' }, 'Not a tax invoice to a business'],
  'a refund receipt': [{ kind: 'refund_receipt' }, 'Not a tax invoice to a business'],
  'a bill of supply': [{ kind: 'bill_of_supply' }, 'Not a tax invoice to a business'],
  'rate 0': [{ facts: { rate_basis_points: 0 } }, 'Exempt: no e-invoice'],
}

test.each(Object.entries(lacking))('%s is named, and is no e-invoice', (_, [change, missing]) => {
  expect(eInvoiceOf(paper(change))).toEqual({ missing })
})

test.each([
  ['Plot 7, Sector 18, Gurugram 122015', '06', 'Gurugram'],
  ['Shop 2, Panaji, Goa 403001', '30', 'Goa'],
  ['Ward 3, Leh 194101', '38', 'Leh'],
  ['Rue Suffren, Puducherry 605001', '34', 'Puducherry'],
  ['Kavaratti 682555', '31', 'Kavaratti'],
  ['Sector 17, Chandigarh 160017', '04', 'Chandigarh'],
  ['Port Blair 744101', '35', 'Port Blair'],
  ['Gangtok 737101', '11', 'Gangtok'],
  ['Dehradun 248001', '05', 'Dehradun'],
  ['Ranchi 834001', '20', 'Ranchi'],
])('%s is in its state', (address, state, loc) => {
  expect(placeOf(address, state)).toMatchObject({ Loc: loc })
})
