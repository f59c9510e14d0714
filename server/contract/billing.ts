import { z } from 'zod'
import { BuyerGstin, State } from './documents.ts'
import { nameText, text } from './fields.ts'
import { isGstin } from './gst.ts'
import { PIN_ELSEWHERE, PinText, PlaceText, pinFits } from './pin-codes.ts'
import { cleanLines } from './spelling.ts'

/** Details of a buyer for a tax invoice. Those of a business are stored with a GSTIN alone. */
export const billingFields = {
  /** Two digits of GST. Required when there are invoices and something is due, unless a GSTIN determines it; else not stored. */
  billing_state: State.optional(),
  /** A business's GSTIN; the place of supply is the state it is registered in. */
  billing_gstin: BuyerGstin.optional(),
  /** The registered name of the business. The law requires name and address on its invoice. */
  billing_name: nameText(0, 200, 'Must be text').optional(),
  billing_address: text(0, 300, 'Must be text').overwrite(cleanLines).optional(),
  /** Town and PIN, which its e-invoice needs; a PIN lies in the state of the GSTIN. */
  billing_place: PlaceText.optional(),
  billing_pin: PinText.optional(),
  /** The business is a unit or developer in a Special Economic Zone: its tax is IGST, whatever its state. */
  billing_sez: z.enum(['true', 'false'], { error: 'Must be true or false' }).optional(),
}

/** Stored details: null where the buyer has none. */
export const Billing = z.object({
  /** The buyer's state on an invoice. */
  billing_state: z.string().nullable(),
  billing_gstin: z.string().nullable(),
  billing_name: z.string().nullable(),
  billing_address: z.string().nullable(),
  billing_place: z.string().nullable(),
  billing_pin: z.string().nullable(),
  /** The order's buyer is a unit or developer in a Special Economic Zone. */
  billing_sez: z.boolean(),
})

export type Billing = z.output<typeof Billing>

export const billingNames = Billing.keyof().options

/** Details as the buyer sees them: absent while there is none. */
export const shownBilling = {
  billing_state: z.string().optional(),
  billing_gstin: z.string().optional(),
  billing_name: z.string().optional(),
  billing_address: z.string().optional(),
  billing_place: z.string().optional(),
  billing_pin: z.string().optional(),
  billing_sez: z.literal(true).optional(),
}

type Given = {
  billing_state?: string | undefined
  billing_gstin?: string | undefined
  billing_pin?: string | undefined
  billing_sez?: 'true' | 'false' | boolean | undefined
}

/** For `superRefine`: refuses details that contradict each other. */
export function fitBilling(given: Given, { addIssue }: { addIssue: (issue: z.core.$ZodRawIssue) => void }): void {
  const { billing_state: state, billing_gstin: gstin, billing_pin: pin, billing_sez: sez } = given
  const refuse = (name: string, message: string) => addIssue({ code: 'custom', path: [name], message, input: given })
  if (state && gstin && !gstin.startsWith(state)) refuse('billing_gstin', 'GSTIN is of another state')
  if (!pinFits(pin, gstin)) refuse('billing_pin', PIN_ELSEWHERE)
  if (!sezFits(sez, gstin)) refuse('billing_sez', SEZ_WITHOUT_GSTIN)
}

export const SEZ_WITHOUT_GSTIN = 'A business in a Special Economic Zone needs its GSTIN'

/** Returns true unless a Special Economic Zone is named without the GSTIN of a taxpayer. */
export const sezFits = (sez: 'true' | 'false' | boolean | undefined, gstin: string | undefined): boolean =>
  (sez !== true && sez !== 'true') || (gstin !== undefined && isGstin(gstin))
