/**
 * Fields of the e-invoice portal's schema 1.1 that the shop fills, as JSON Schema. Lengths, bounds and expressions are those of the published
 * one (einvoice1.gst.gov.in, INV-01), whose root has no `properties`: a validator would check none of its fields.
 */
const text = (minLength: number, maxLength: number, pattern = '^[^\\\\"]*$') => ({
  type: 'string',
  minLength,
  maxLength,
  pattern,
})
const number = (maximum: number, minimum = 0) => ({ type: 'number', minimum, maximum })
const object = (properties: Record<string, object>, optional: string[] = []) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
})
const oneOf = (...words: string[]) => ({ type: 'string', enum: words })
const DAY = text(10, 10, '^[0-3][0-9]/[0-1][0-9]/[2][0][1-2][0-9]$')
const STATE = text(1, 2, '^(?!0+$)([0-9]{1,2})$')
const AMOUNT = number(999_999_999_999.99)
const SUM = number(99_999_999_999_999.9)
const place = { Addr1: text(1, 100), Addr2: text(3, 100), Loc: text(3, 50), Pin: number(999_999, 100_000), Stcd: STATE }

export const IRP_SCHEMA = {
  type: 'array',
  items: object(
    {
      Version: text(1, 6),
      TranDtls: object({
        TaxSch: oneOf('GST'),
        SupTyp: oneOf('B2B', 'SEZWP', 'SEZWOP', 'EXPWP', 'EXPWOP', 'DEXP'),
        RegRev: oneOf('Y', 'N'),
        IgstOnIntra: oneOf('Y', 'N'),
      }),
      DocDtls: object({
        Typ: oneOf('INV', 'CRN', 'DBN'),
        No: text(1, 16, '^([a-zA-Z1-9]{1}[a-zA-Z0-9/-]{0,15})$'),
        Dt: DAY,
      }),
      SellerDtls: object({ Gstin: text(15, 15, '^[0-9]{2}[0-9A-Z]{13}$'), LglNm: text(3, 100), ...place }, ['Addr2']),
      BuyerDtls: object(
        { Gstin: text(3, 15, '^(([0-9]{2}[0-9A-Z]{13})|URP)$'), LglNm: text(3, 100), Pos: STATE, ...place },
        ['Addr2'],
      ),
      ItemList: {
        type: 'array',
        minItems: 1,
        items: object({
          SlNo: text(1, 6, '^([0-9]{1,6})$'),
          PrdDesc: text(3, 300),
          IsServc: oneOf('Y', 'N'),
          HsnCd: text(4, 8, '^(?!0+$)([0-9]{4}|[0-9]{6}|[0-9]{8})$'),
          Qty: number(9_999_999_999.999),
          Unit: text(3, 8, '^([A-Z|a-z]{3,8})$'),
          UnitPrice: number(999_999_999_999.999),
          TotAmt: AMOUNT,
          Discount: AMOUNT,
          AssAmt: AMOUNT,
          GstRt: number(999.999),
          IgstAmt: AMOUNT,
          CgstAmt: AMOUNT,
          SgstAmt: AMOUNT,
          TotItemVal: AMOUNT,
        }),
      },
      ValDtls: object({
        AssVal: SUM,
        IgstVal: SUM,
        CgstVal: SUM,
        SgstVal: SUM,
        OthChrg: SUM,
        RndOffAmt: number(99.99, -99.99),
        TotInvVal: SUM,
      }),
      RefDtls: object({
        PrecDocDtls: {
          type: 'array',
          items: object({ InvNo: text(1, 16, '^[1-9a-zA-Z]{1}[0-9a-zA-Z/-]{1,15}$'), InvDt: DAY }),
        },
      }),
    },
    ['RefDtls'],
  ),
}
