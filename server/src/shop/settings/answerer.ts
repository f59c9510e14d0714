import type { ShopSettings } from 'contract/shop/defaults'

/** The person of the shop who answers about personal data; empty texts are unknown. */
export type Answerer = { name: string; designation: string; email: string; address: string }

/** The grievance officer, at the address for answers about policies where they have none of their own. */
export function answererOf({ legal, contact }: ShopSettings): Answerer {
  const { name, designation, email } = legal.grievance_officer
  return { name, designation, email: email || legal.policies_email || contact.email, address: legal.legal_address }
}
