import { BuyerGstin, State } from './documents.ts'
import { nameText, text } from './fields.ts'
import { PinText, PlaceText } from './pin-codes.ts'
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
}
