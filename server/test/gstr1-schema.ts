import { isGstin, isStateCode } from 'contract/gst'
import { z } from 'zod'

// The fields of GSTR-1 as the Returns Offline Tool (3.2.4) writes them and the portal accepts them. GSTN publishes no
// schema file: this follows the field table of resilient-tech/india-compliance (gst_returns/fields/gstr1.py,
// utils/gstr_1/sections), and files from the tool itself: `hash` is that word, empty lists are omitted, and a row has
// integrated tax or both halves.

const Gstin = z.string().refine(isGstin)
const State = z.string().refine(isStateCode)
/** Rule 46(b). */
const Serial = z.string().regex(/^[A-Za-z0-9/-]{1,16}$/)
const Day = z.string().regex(/^(0[1-9]|[12]\d|3[01])-(0[1-9]|1[0-2])-20\d\d$/)
const twoDecimals = (value: number) => Math.round(value * 100) / 100 === value
/** Amount of one document: fifteen digits and two decimals, never negative. */
const Amount = z.number().min(0).max(9_999_999_999_999.99).refine(twoDecimals)
/** A total after credit notes. */
const Net = z.number().refine(twoDecimals)
const Rate = z.number().min(0).max(50)

const taxes = <Value extends z.ZodType>(value: Value) =>
  [
    z.strictObject({ rt: Rate, txval: value, iamt: value, csamt: z.literal(0) }),
    z.strictObject({ rt: Rate, txval: value, camt: value, samt: value, csamt: z.literal(0) }),
  ] as const

const items = (details: z.ZodType) =>
  z.array(z.strictObject({ num: z.number().int().positive(), itm_det: details })).min(1)
const AnyItems = items(z.union(taxes(Amount)))
const InterItems = items(taxes(Amount)[0])

const invoice = { inum: Serial, idt: Day, val: Amount }
const note = { ntty: z.enum(['C', 'D']), nt_num: Serial, nt_dt: Day, val: Amount, pos: State }
const regular = { rchrg: z.literal('N'), inv_typ: z.enum(['R', 'SEWP']), itms: AnyItems }
const list = <Row extends z.ZodType>(row: Row) => z.array(row).min(1).optional()

const HsnRow = z.strictObject({
  num: z.number().int().positive(),
  hsn_sc: z.string().regex(/^\d{4,8}$/),
  desc: z.string().max(30),
  uqc: z.enum(['NA', 'OTH']),
  qty: z.number().int().min(0),
  rt: Rate,
  txval: Net,
  iamt: Net,
  camt: Net,
  samt: Net,
  csamt: z.literal(0),
})

const b2cs = { pos: State, typ: z.literal('OE'), rt: Rate, txval: Net, csamt: z.literal(0) }

export const Gstr1Schema = z.strictObject({
  gstin: Gstin,
  fp: z.string().regex(/^(0[1-9]|1[0-2])20\d\d$/),
  version: z.string().regex(/^GST\d+\.\d+\.\d+$/),
  hash: z.literal('hash'),
  b2b: list(
    z.strictObject({ ctin: Gstin, inv: z.array(z.strictObject({ ...invoice, pos: State, ...regular })).min(1) }),
  ),
  b2cl: list(z.strictObject({ pos: State, inv: z.array(z.strictObject({ ...invoice, itms: InterItems })).min(1) })),
  b2cs: list(
    z.union([
      z.strictObject({ sply_ty: z.literal('INTER'), ...b2cs, iamt: Net }),
      z.strictObject({ sply_ty: z.literal('INTRA'), ...b2cs, camt: Net, samt: Net }),
    ]),
  ),
  nil: z
    .strictObject({
      inv: z
        .array(
          z.strictObject({
            sply_ty: z.enum(['INTRB2B', 'INTRB2C', 'INTRAB2B', 'INTRAB2C']),
            expt_amt: Net,
            nil_amt: Net,
            ngsup_amt: Net,
          }),
        )
        .min(1),
    })
    .optional(),
  cdnr: list(z.strictObject({ ctin: Gstin, nt: z.array(z.strictObject({ ...note, ...regular })).min(1) })),
  cdnur: list(z.strictObject({ typ: z.literal('B2CL'), ...note, itms: InterItems })),
  hsn: z.strictObject({ hsn_b2b: list(HsnRow), hsn_b2c: list(HsnRow) }).optional(),
  doc_issue: z
    .strictObject({
      doc_det: z
        .array(
          z.strictObject({
            doc_num: z.number().int().min(1).max(12),
            doc_typ: z.string(),
            docs: z
              .array(
                z.strictObject({
                  num: z.number().int().positive(),
                  from: Serial,
                  to: Serial,
                  totnum: z.number().int().positive(),
                  cancel: z.number().int().min(0),
                  net_issue: z.number().int().min(0),
                }),
              )
              .min(1),
          }),
        )
        .min(1),
    })
    .optional(),
})
