import { phoneDigits, phoneKey } from 'contract/email-and-phone'
import type { CreateLinkInput } from './gateway.ts'
import { requireInteger } from './razorpay-connection.ts'

/** Builds the body of a new link, `withCustomer` or without: the SDK's type requires one, the API does not. */
export function linkBody(input: CreateLinkInput, { withCustomer }: { withCustomer: boolean }) {
  const { customer } = input
  return {
    amount: requireInteger(input.amountPaise),
    currency: 'INR',
    accept_partial: false,
    reference_id: input.referenceId,
    description: input.description,
    ...({ customer: withCustomer ? withContact(customer) : undefined } as {
      customer: CreateLinkInput['customer']
    }),
    notify: { sms: false, email: false },
    reminder_enable: false,
    notes: input.notes ?? {},
    callback_url: input.callbackUrl,
    callback_method: 'get',
    ...(input.expiresAt ? { expire_by: Math.floor(input.expiresAt.getTime() / 1000) } : {}),
  }
}

/** Omits an empty number: an account made by an admin may have none. */
function withContact({ contact, ...customer }: CreateLinkInput['customer']) {
  return contact === '' ? customer : { ...customer, contact: dialled(contact) }
}

/** Adds the country code, as the gateway documents; ten digits mean India. */
function dialled(phone: string): string {
  const key = phoneKey(phone)
  return key.length === 10 ? `+91${key}` : `+${phoneDigits(phone)}`
}
