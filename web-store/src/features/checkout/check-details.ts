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

/** Usual slips in the names of mailboxes, by the name that was meant. */
const NAMES: readonly [string, RegExp][] = [
  ['gmail', /^(gmial|gmal|gmai|gamil|gnail|gmil|gmaill|ggmail|gmsil|gimail|gmali|gmeil|gmaik)$/],
  ['yahoo', /^(yaho|yahooo|yhaoo|yhoo|yahho)$/],
  ['hotmail', /^(hotmial|hotmal|hotmai|hotamil|hotmil)$/],
  ['outlook', /^(outlok|outloo|outlokk|outlookk|oulook)$/],
  ['rediffmail', /^(redifmail|rediffmal|reddiffmail|rediffmai|redifffmail)$/],
]
const ENDING = /^\.?(com?|con|cm|om|comm|cpm|vom|cim|coom)?\.?$/

/** Returns the domain that an address with a usual slip meant; undefined for any other, also a domain of its own. */
export function likelyDomain(email: string): string | undefined {
  const [, name = '', ending = ''] = /^[^@\s]+@([a-z]+)([a-z.]*)$/.exec(email.trim().toLowerCase()) ?? []
  const [meant] = NAMES.find(([right, slips]) => right === name || slips.test(name)) ?? []
  if (!meant) return undefined
  const isRight = meant === name && (ending === '.com' || !ENDING.test(ending))
  // Yahoo has addresses of countries, of which a slip in the name alone is corrected.
  if (isRight || (ending !== '' && !ENDING.test(ending) && !/^\.(in|co\.in)$/.test(ending))) return undefined
  return `${meant}${ENDING.test(ending) ? '.com' : ending}`
}
