import { isEmail, phoneKey } from 'contract/email-and-phone'
import { t } from '../../language/text.ts'

export type BuyerDetails = { name: string; email: string; phone: string }
export type DetailsProblem = { field: keyof BuyerDetails; message: string }

type Rule = DetailsProblem & { holds: (details: BuyerDetails) => boolean }

/** In the order in which they are shown: first missing values, then wrong ones. */
const rules: Rule[] = [
  { field: 'name', message: t('Please enter your name'), holds: ({ name }) => name !== '' },
  { field: 'email', message: t('Please enter your email'), holds: ({ email }) => email !== '' },
  { field: 'phone', message: t('Please enter your phone number'), holds: ({ phone }) => phone !== '' },
  {
    field: 'email',
    message: t('Please enter a valid email address'),
    holds: ({ email }) => email === '' || isEmail(email),
  },
  {
    field: 'phone',
    message: t('Please enter a valid 10-digit phone number'),
    holds: ({ phone }) => phone === '' || /^\d{10}$/.test(phoneKey(phone)),
  },
]

/** As they are sent: a phone however it was written, as its ten digits. */
export const trimmed = ({ name, email, phone }: BuyerDetails): BuyerDetails => ({
  name: name.trim(),
  email: email.trim(),
  phone: phoneKey(phone.trim()),
})

/** Lists the problems of a new buyer's details, in the order of the checks and at most one per field. Values are trimmed first. */
export function problemsOf(details: BuyerDetails): DetailsProblem[] {
  const values = trimmed(details)
  return rules.filter((rule) => !rule.holds(values)).map(({ field, message }) => ({ field, message }))
}
