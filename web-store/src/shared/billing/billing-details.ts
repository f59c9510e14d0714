/** The input for a tax invoice; a draft, so every field is text. */
export type BillingDetails = {
  billing_state: string
  billing_gstin: string
  billing_name: string
  billing_address: string
  billing_place: string
  billing_pin: string
  /** In a Special Economic Zone. */
  billing_sez: '' | 'true'
}

/** The part that is sent: all that is typed. */
export type BillingToSend = Partial<Omit<BillingDetails, 'billing_sez'>> & { billing_sez?: 'true' }

export const NO_BILLING: BillingDetails = {
  billing_state: '',
  billing_gstin: '',
  billing_name: '',
  billing_address: '',
  billing_place: '',
  billing_pin: '',
  billing_sez: '',
}
