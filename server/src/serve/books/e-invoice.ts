import { indianDay } from 'contract/indian-time'
import { toRupees } from 'contract/money'
import { isPinOf } from 'contract/pin-codes'
import { type DocumentFacts, isWithinState } from '../../sales/documents/facts.ts'
import { ratesOf } from '../../sales/documents/line-tax.ts'
import type { PaperRow } from './books.queries.ts'
import { type EInvoice, refusalOf } from './einvoice-rules.ts'

type Place = { Addr1: string; Addr2?: string; Loc: string; Pin: number }

/** Takes an address apart into what the portal wants; a text says what is missing. */
export function placeOf(address: string | null, state: string): Place | string {
  const text = (address ?? '').replace(/\s+/g, ' ').trim()
  const pins = [...text.matchAll(/(?<!\d)([1-9]\d{2}) ?(\d{3})(?!\d)/g)]
  const pin = pins.at(-1)
  if (text === '') return 'The address is missing'
  if (!pin) return 'The address has no PIN'
  const digits = `${pin[1]}${pin[2]}`
  if (!isPinOf(digits, state)) return `PIN ${digits} is of another state than the GSTIN`
  const parts = `${text.slice(0, pin.index)},${text.slice(pin.index + pin[0].length)}`
    .split(/[,;\n]|\s[-–]\s?/)
    .map((part) => part.replace(/^[\s.–-]+|[\s.–-]+$/g, '').replace(/^(pin|pincode|pin code)\b:?\s*/i, ''))
    .filter(Boolean)
  const place = parts.length > 1 ? parts.at(-1) : undefined
  const lines = place ? parts.slice(0, -1).join(', ') : parts.join(', ')
  return inLines(lines, place ?? lines, digits)
}

function inLines(lines: string, place: string, pin: string): Place | string {
  const all = clean(lines)
  if (all.length < 3) return 'The address is too short'
  const rest = cut(all.slice(cut(all, 100).length), 100)
  const loc = cut(place, 50)
  return {
    Addr1: cut(all, 100),
    ...(rest.length >= 3 && { Addr2: rest }),
    Loc: loc.length < 3 ? `${loc}, India` : loc,
    Pin: Number(pin),
  }
}

/** Takes the buyer's place as typed; of a document of before, out of its address. */
function placeOfBuyer({ address, gstin, pin, place }: DocumentFacts['buyer']): Place | string {
  const state = (gstin ?? '').slice(0, 2)
  if (!pin) return placeOf(address, state)
  const text = (address ?? '').replace(/\s+/g, ' ').trim()
  if (text === '') return 'The address is missing'
  return isPinOf(pin, state) ? inLines(text, place || text, pin) : `PIN ${pin} is of another state than the GSTIN`
}

/** The portal's texts contain neither quotation marks nor backslashes. */
const clean = (text: string) => text.replace(/["\\\s]+/g, ' ').trim()
/** Cuts between letters: half an emoji is no text. */
const cut = (text: string, most: number) => [...clean(text)].slice(0, most).join('').trim()
/** `05/12/2026`, in Indian time. */
const portalDay = (at: string) => indianDay(new Date(at)).split('-').reverse().join('/')

/** Kinds of document by the portal’s names. */
export const TYPES = { invoice: 'INV', credit_note: 'CRN', debit_note: 'DBN' } as const

/** A document to a business in the portal's schema 1.1, or what it lacks. */
export function eInvoiceOf(paper: PaperRow): { json: EInvoice } | { missing: string } {
  const { facts, kind, serial, issued_at } = paper
  const { seller, buyer, place_of_supply: pos } = facts
  const type = TYPES[kind as keyof typeof TYPES]
  if (!type || !seller || !buyer.gstin || !pos) return { missing: 'Not a tax invoice to a business' }
  if (ratesOf(facts).every(({ rate_basis_points }) => rate_basis_points === 0))
    return { missing: 'Exempt: no e-invoice' }
  const from = placeOf(seller.address, seller.state_code)
  if (typeof from === 'string') return { missing: `Your own address: ${from}` }
  const to = placeOfBuyer(buyer)
  if (typeof to === 'string') return { missing: to }
  if (buyer.gstin === seller.gstin) return { missing: 'The buyer has your own GSTIN' }
  const name = cut(buyer.business_name || buyer.name, 100)
  if (name.length < 3) return { missing: 'The registered name is too short' }
  const { items, exemptPaise } = itemsOf(facts)
  if (items.length === 0) return { missing: 'Exempt: no e-invoice' }
  const json: EInvoice = {
    Version: '1.1',
    TranDtls: { TaxSch: 'GST', SupTyp: buyer.sez ? 'SEZWP' : 'B2B', RegRev: 'N', IgstOnIntra: 'N' },
    DocDtls: { Typ: type, No: serial, Dt: portalDay(issued_at) },
    SellerDtls: { Gstin: seller.gstin, LglNm: cut(seller.legal_name, 100), ...from, Stcd: seller.state_code },
    BuyerDtls: { Gstin: buyer.gstin, LglNm: name, Pos: pos, ...to, Stcd: buyer.gstin.slice(0, 2) },
    ItemList: items,
    ValDtls: {
      AssVal: toRupees(facts.taxable_paise - exemptPaise),
      IgstVal: toRupees(facts.igst_paise),
      CgstVal: toRupees(facts.cgst_paise),
      SgstVal: toRupees(facts.sgst_paise),
      OthChrg: toRupees(exemptPaise),
      RndOffAmt: 0,
      TotInvVal: toRupees(facts.total_paise),
    },
    ...(facts.against && {
      RefDtls: { PrecDocDtls: [{ InvNo: facts.against.serial, InvDt: portalDay(facts.against.issued_at) }] },
    }),
  }
  const missing = refusalOf(json, indianDay(new Date(facts.against?.issued_at ?? issued_at)))
  return missing ? { missing } : { json }
}

/** Codes of services begin with 99; others are of goods. */
const codeOf = (code: string) => ({ IsServc: code.startsWith('99') ? ('Y' as const) : ('N' as const), HsnCd: code })

/** Lists the taxed lines; exempt ones beside them are other charges. */
function itemsOf(facts: DocumentFacts) {
  const { lines, seller, rate_basis_points } = facts
  const intra = isWithinState(facts)
  const isExempt = (own: { rate_basis_points?: number }) => (own.rate_basis_points ?? rate_basis_points) === 0
  const exemptPaise = lines.filter(isExempt).reduce((paise, line) => paise + line.total_paise, 0)
  // Lines of which a note takes nothing back have no amount.
  const items = lines
    .filter((line) => line.total_paise > 0 && !isExempt(line))
    .map(({ description, quantity, taxable_paise, tax_paise, total_paise, ...own }, index) => ({
      SlNo: String(index + 1),
      PrdDesc: cut(description, 300),
      ...codeOf(own.sac ?? seller?.sac ?? ''),
      Qty: quantity,
      Unit: 'OTH',
      UnitPrice: Math.round((taxable_paise * 10) / quantity) / 1000,
      TotAmt: toRupees(taxable_paise),
      Discount: 0,
      AssAmt: toRupees(taxable_paise),
      GstRt: (own.rate_basis_points ?? rate_basis_points) / 100,
      IgstAmt: intra ? 0 : toRupees(tax_paise),
      CgstAmt: intra ? toRupees(tax_paise / 2) : 0,
      SgstAmt: intra ? toRupees(tax_paise / 2) : 0,
      TotItemVal: toRupees(total_paise),
    }))
  return { items, exemptPaise }
}
