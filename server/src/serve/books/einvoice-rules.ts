import { z } from 'zod'

/**
 * The portal's own rules for what it takes. Expressions and lengths: "JSON Schema" and "Validations" of the NIC e-invoice API reference, Generate IRN
 * v1.03 (einv-apisandbox.nic.in/version1.03/generate-irn.html), as re-encoded by a public validator that read it on 7 October 2026. Digits: who is
 * above ₹5 crore, which all with e-invoices are, names six (Notification 78/2020).
 */

type Rate = { percent: number; until?: string; from?: string }

/**
 * Rates in percent; `until` is the last day of one that ended. GSTN publishes the master of the portal as no file: this is the list that a public
 * validator read there. Public lists of others differ in 0.5 and 6 percent.
 */
export const RATE_MASTER: { source: string; read_on: string; rates: readonly Rate[] } = {
  source: 'NIC e-invoice portal, master of rates; 12, 28 and 40 percent by the 56th meeting of the GST Council',
  read_on: '2026-10-07',
  rates: [
    ...[0, 0.1, 0.25, 0.5, 1, 1.5, 3, 5, 6, 7.5, 18].map((percent) => ({ percent })),
    { percent: 12, until: '2025-09-21' },
    { percent: 28, until: '2025-09-21' },
    { percent: 40, from: '2025-09-22' },
  ],
}

/** Returns true for a rate of the portal's master, on an Indian day. */
export const isRateOf = (percent: number, day: string): boolean =>
  RATE_MASTER.rates.some((rate) => rate.percent === percent && day <= (rate.until ?? day) && day >= (rate.from ?? day))

const text = (least: number, most: number) =>
  z.string().refine((value) => /^[^\\"]*$/.test(value) && [...value].length >= least && [...value].length <= most)
const sum = z.number().min(0).max(1e14)
const amount = z.number().min(0).max(999_999_999_999.99)
const gstin = z.string().regex(/^[0-9]{2}[0-9A-Z]{13}$/)
const state = z.string().regex(/^(?!0+$)([0-9]{1,2})$/)
const day = z.string().regex(/^[0-3][0-9]\/[0-1][0-9]\/[2][0][1-2][0-9]$/)
const number = z.string().regex(/^[a-zA-Z1-9][a-zA-Z0-9/-]{0,15}$/)
const place = {
  LglNm: text(3, 100),
  Addr1: text(1, 100),
  Addr2: text(3, 100).optional(),
  Loc: text(3, 50),
  Pin: z.number().int().min(100_000).max(999_999),
  Stcd: state,
}

/** A document of ours in schema 1.1. */
export const EInvoice = z.strictObject({
  Version: z.literal('1.1'),
  TranDtls: z.strictObject({
    TaxSch: z.literal('GST'),
    SupTyp: z.enum(['B2B', 'SEZWP']),
    RegRev: z.literal('N'),
    IgstOnIntra: z.literal('N'),
  }),
  DocDtls: z.strictObject({ Typ: z.enum(['INV', 'CRN', 'DBN']), No: number, Dt: day }),
  SellerDtls: z.strictObject({ Gstin: gstin, ...place }),
  BuyerDtls: z.strictObject({ Gstin: gstin, Pos: state, ...place }),
  ItemList: z
    .array(
      z.strictObject({
        SlNo: z.string().regex(/^[0-9]{1,6}$/),
        PrdDesc: text(3, 300),
        IsServc: z.enum(['Y', 'N']),
        HsnCd: z.string().regex(/^(?!0+$)([0-9]{6}|[0-9]{8})$/),
        Qty: z.number().positive().max(9_999_999_999.999),
        Unit: z.string().regex(/^[A-Za-z]{3,8}$/),
        UnitPrice: z.number().min(0).max(999_999_999_999.999),
        TotAmt: amount,
        Discount: amount,
        AssAmt: amount,
        GstRt: z.number().min(0).max(999.999),
        IgstAmt: amount,
        CgstAmt: amount,
        SgstAmt: amount,
        TotItemVal: amount,
      }),
    )
    .min(1)
    .max(1000),
  ValDtls: z.strictObject({
    AssVal: sum,
    IgstVal: sum,
    CgstVal: sum,
    SgstVal: sum,
    OthChrg: sum,
    RndOffAmt: z.number().min(-99.99).max(99.99),
    TotInvVal: sum,
  }),
  RefDtls: z.strictObject({ PrecDocDtls: z.array(z.strictObject({ InvNo: number, InvDt: day })).min(1) }).optional(),
})
export type EInvoice = z.output<typeof EInvoice>

/** Returns why the portal would refuse a document whose tax is of an Indian day; undefined for one that it takes. */
export function refusalOf(paper: EInvoice, taxDay: string): string | undefined {
  const { No } = paper.DocDtls
  if (!number.safeParse(No).success)
    return `The portal takes no number that begins with 0: ${No}. Change the prefix of your numbers for the next ones`
  const rate = paper.ItemList.find(({ GstRt }) => !isRateOf(GstRt, taxDay))?.GstRt
  if (rate !== undefined) return `The portal’s list of rates, read on ${RATE_MASTER.read_on}, has no ${rate}%`
  const code = paper.ItemList.find(({ HsnCd }) => !/^([0-9]{6}|[0-9]{8})$/.test(HsnCd))?.HsnCd
  if (code !== undefined) return `The code ${code || 'of a line'} needs 6 digits`
  const [issue] = EInvoice.safeParse(paper).error?.issues ?? []
  return issue && `The portal takes no such ${issue.path.join('.')}`
}
