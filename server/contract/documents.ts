import { z } from 'zod'
import { adminMails, drawings, HOUR, limit, searches } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { Day, listQuery, Message, Moment, Rupees, text } from './fields.ts'
import { isBuyerGstin, isGstin, isGstinAbroad, isStateCode, tidyGstin } from './gst.ts'
import { InvoiceNumbers, InvoicePrefix, NextInvoice } from './invoice-numbers.ts'
import { OrderNo } from './orders/fields.ts'
import { PIN_ELSEWHERE, PinText, PlaceText, pinFits } from './pin-codes.ts'

/**
 * `invoice`, `bill_of_supply` (at rate 0) and `credit_note` are of the GST rules; without tax settings a sale has a `receipt` and a refund
 * its own. A `debit_note` reverses a note or refund receipt whose refund failed after it, or whose dispute was won.
 */
export const DocumentKind = z.enum([
  'receipt',
  'invoice',
  'bill_of_supply',
  'credit_note',
  'refund_receipt',
  'debit_note',
])
export type DocumentKind = z.output<typeof DocumentKind>

/** A document as lists name it; its serial has at most 16 characters, without a gap in its series. */
export const DocumentName = z.object({
  document_id: z.string(),
  kind: DocumentKind,
  serial: z.string(),
  issued_at: Moment,
})

export const STATE = 'Please choose your state'
export const State = z.string({ error: STATE }).trim().refine(isStateCode, { error: STATE })

/** A GSTIN with its check digit, in capitals. */
export const Gstin = z
  .string({ error: 'GSTIN is not valid' })
  .overwrite(tidyGstin)
  .refine(isGstin, { error: 'GSTIN is not valid' })

const GSTIN_ABROAD = 'This GSTIN is of a business abroad. Please use one of an Indian state'

/** A buyer's GSTIN, or the number of an embassy, a UN body or a public office. */
export const BuyerGstin = z
  .string({ error: 'GSTIN is not valid' })
  .overwrite(tidyGstin)
  .refine((gstin) => !isGstinAbroad(gstin), { error: GSTIN_ABROAD, abort: true })
  .refine(isBuyerGstin, { error: 'GSTIN is not valid' })

/** Listed or not, industry, state, year, kind and number of registration (Companies Act); may be empty. */
const Cin = z
  .string({ error: 'CIN is not valid' })
  .overwrite(tidyGstin)
  .regex(/^([LU]\d{5}[A-Z]{2}\d{4}[A-Z]{3}\d{6})?$/, { error: 'CIN is not valid' })
  .default('')

const RATE = 'Rate must be from 0 to 50 percent, in steps of 0.02'

/** Percent, such as 18. */
export const TaxRate = z
  .number({ error: RATE })
  .min(0, { error: RATE })
  .max(50, { error: RATE })
  .refine((rate) => Math.abs(rate * 50 - Math.round(rate * 50)) < 1e-9, { error: RATE })

const TaxSettingsFields = z.object({
  /** The first day, in Indian time, on which they hold; not in the past. */
  valid_from: Day,
  /** False: receipts instead of tax invoices from that day on. */
  enabled: z.boolean({ error: 'Must be true or false' }),
  legal_name: text(2, 200, 'Legal name is required'),
  address: text(10, 500, 'Address is required'),
  state_code: State,
  gstin: Gstin,
  /** Corporate identification number; empty for whoever is no company. */
  cin: Cin,
  /** Service accounting code, 6 digits (GST). */
  sac: z
    .string({ error: 'SAC must be 6 digits' })
    .trim()
    .regex(/^\d{6}$/, { error: 'SAC must be 6 digits' }),
  rate: TaxRate,
  /** Prices hold the tax, or it is added to them. */
  prices: z.enum(['inclusive', 'exclusive'], { error: 'Must be inclusive or exclusive' }),
})

export const TaxSettings = TaxSettingsFields
export type TaxSettings = z.output<typeof TaxSettings>

export const TaxSettingsBody = TaxSettingsFields.refine((input) => input.gstin.startsWith(input.state_code), {
  path: ['gstin'],
  error: 'GSTIN is of another state',
})

/** Recipient of a reissued invoice. */
export const Recipient = z
  .object({
    gstin: BuyerGstin,
    legal_name: text(2, 200, 'Legal name is required'),
    address: text(10, 500, 'Address is required'),
    /** Town and PIN, for an e-invoice. */
    place: PlaceText.optional(),
    pin: PinText.optional(),
    /** A unit or developer in a Special Economic Zone. */
    sez: z.boolean({ error: 'Must be true or false' }).default(false),
  })
  .refine(({ pin, gstin }) => pinFits(pin, gstin), { path: ['pin'], error: PIN_ELSEWHERE })
  .refine(({ sez, gstin }) => !sez || isGstin(gstin), { path: ['sez'], error: 'This GSTIN is of no taxpayer' })

export type Recipient = z.output<typeof Recipient>

/** The tax that holds today, as a cart needs it; null while there are no invoices. */
export const PublicTax = z.object({
  tax: z
    .object({
      rate: z.number(),
      prices: z.enum(['inclusive', 'exclusive']),
      /** Rates of courses that have their own, by id, in hundredths of a percent; absent without any. */
      rates: z.record(z.string(), z.number()).optional(),
    })
    .nullable(),
})

const DocumentId = z.object({ document_id: z.string().trim().min(1).max(100) })
const pdf = z.file()

export const documents = {
  /** Checkout's need of a state, and its added tax. */
  tax: defineCall({
    method: 'GET',
    path: '/go/tax',
    access: 'public',
    atEdge: true,
    summary: 'The tax of a purchase',
  }).output(PublicTax),

  /** PDF, of an own order. 404 for another's. */
  mine: defineCall({
    method: 'GET',
    path: '/user/documents/{document_id}',
    access: 'user',
    inView: true,
    summary: 'A document of an own order',
    cost: 'draw',
    limits: [drawings],
  })
    .input(DocumentId)
    .output(pdf),

  /** Mails it to the account's address, at most a few times an hour. 404, 429. */
  sendMine: defineCall({
    method: 'POST',
    path: '/user/documents/{document_id}/send',
    access: 'user',
    input: 'detailed',
    summary: 'Email a document of an own order',
    cost: 'mail',
    limits: [limit('document_mail', 'caller', 6, HOUR)],
  })
    .input(z.object({ params: DocumentId }))
    .output(Message.extend({ email: z.string() })),

  /**
   * Newest first. `q` matches a part of the number, an order id, or a part of the buyer's name or business. `from` and `to` are
   * Indian days, both inclusive. Carries `X-Total-Count`.
   */
  list: defineCall({
    method: 'GET',
    path: '/admin/documents',
    access: 'admin',
    roles: ['finance'],
    scope: 'orders:read',
    summary: 'Invoices, receipts and credit notes',
    cost: 'search',
    limits: [searches],
  })
    .input(
      listQuery(['newest', 'oldest']).extend({
        kind: DocumentKind.optional(),
        from: Day.optional(),
        to: Day.optional(),
      }),
    )
    .output(
      z.object({
        documents: z.array(
          DocumentName.extend({
            order_id: z.string(),
            order_no: OrderNo,
            /** The business where it is made out to one. */
            buyer: z.string(),
            gstin: z.string().nullable(),
            total: Rupees,
            /** The invoice was issued again to a GSTIN. */
            replaced: z.boolean(),
          }),
        ),
      }),
    ),

  /** PDF. */
  get: defineCall({
    method: 'GET',
    path: '/admin/documents/{document_id}',
    access: 'admin',
    roles: ['support', 'finance'],
    scope: 'orders:read',
    summary: 'A document',
    cost: 'draw',
    limits: [drawings],
  })
    .input(DocumentId)
    .output(pdf),

  /** Mails it to the buyer's present address. 409 `conflict` once the account is gone. */
  send: defineCall({
    method: 'POST',
    path: '/admin/documents/{document_id}/send',
    access: 'admin',
    roles: ['support', 'finance'],
    input: 'detailed',
    summary: 'Email a document to its buyer',
    cost: 'mail',
    limits: [adminMails],
    confirm: { without: 'sends a paper to its buyer once more' },
    codes: ['conflict'],
  })
    .input(z.object({ params: DocumentId }))
    .output(Message),

  /**
   * Makes an invoice to a consumer out anew to a business: a new invoice, mailed to the buyer, and a credit note over the first one. 409
   * `conflict` after the month of the invoice, with a GSTIN in it, or when money went back.
   */
  addGstin: defineCall({
    method: 'POST',
    path: '/admin/documents/{document_id}/gstin',
    access: 'admin',
    input: 'detailed',
    summary: 'Add the buyer’s GSTIN to an invoice',
    cost: 'mail',
    limits: [adminMails],
    confirm: { without: 'the same call puts it back' },
    codes: ['conflict'],
  })
    .input(z.object({ params: DocumentId, body: Recipient }))
    .output(Message.extend({ document: DocumentName })),

  /** Newest day first; `current` is what holds today. */
  taxSettings: defineCall({
    method: 'GET',
    path: '/admin/tax_settings',
    access: 'admin',
    roles: ['finance'],
    summary: 'Tax settings with their days',
  }).output(z.object({ current: TaxSettings.nullable(), all: z.array(TaxSettings), invoices: InvoiceNumbers })),

  /** Adds settings that hold from a day on; the same day again replaces them. 422 for a past day. */
  setTaxSettings: defineCall({
    method: 'PUT',
    path: '/admin/tax_settings',
    access: 'admin',
    input: 'detailed',
    summary: 'Start GST from a date',
    confirm: { without: 'the same call puts it back' },
  })
    .input(z.object({ body: TaxSettingsBody }))
    .output(Message),

  /**
   * Sets the prefix of invoice numbers from the next one on. Issued numbers stay; a prefix already used in a financial
   * year continues where it stopped, so that no number repeats. `next` moves this year's series, only upwards: 422 for
   * a number that may be issued, or one that leaves less than 100,000 for the rest of the year.
   */
  setInvoicePrefix: defineCall({
    method: 'PUT',
    path: '/admin/invoice_prefix',
    access: 'admin',
    input: 'detailed',
    summary: 'Change the prefix and the next of invoice numbers',
    confirm: { without: 'the same call puts it back' },
  })
    .input(z.object({ body: z.object({ prefix: InvoicePrefix, next: NextInvoice.optional() }) }))
    .output(Message.extend(InvoiceNumbers.shape)),
}
