import type { DocumentKind } from 'contract/documents'
import { formatRupees } from 'contract/money'
import { inLanguage } from '../language/language.ts'
import { html } from './html.ts'
import { button, greetingOf, type Letter, letter, type MailShop, paragraph } from './letter.ts'

export type DocumentLetterData = {
  name: string | null
  kind: DocumentKind
  serial: string
  order_id: string
  total_paise: number
  /** The document in whose place this one stands; null for all others. */
  corrects: string | null
} & MailShop

/** The papers by their names, of which each language has sentences that fit all of them. */
const nameOf = (kind: DocumentKind, t: (text: string) => string) =>
  ({
    invoice: t('tax invoice'),
    receipt: t('receipt'),
    bill_of_supply: t('bill of supply'),
    credit_note: t('credit note'),
    refund_receipt: t('refund receipt'),
  })[kind]

/** A document on its own: asked for again, or of money that went back. The file is attached by whoever sends it. */
export function documentLetter(data: DocumentLetterData): Letter {
  const { name, kind, serial, order_id, total_paise, corrects, ...shop } = data
  const speech = inLanguage(shop.language)
  const { t } = speech
  const greeting = greetingOf(speech, name)
  // What an invoice that was made out anew takes back is no money.
  const back = (kind === 'credit_note' || kind === 'refund_receipt') && corrects === null
  const paper = nameOf(kind, t)
  const values = { paper, serial, order: order_id, amount: formatRupees(total_paise) }
  // Without a name the address is not proven, and nothing that the buyer has typed goes to it.
  const apart = name === null
  const said = back
    ? apart
      ? t(
          '{amount} of order {order} went back to you. The {paper} {serial} is under Orders: log in to download it.',
          values,
        )
      : t('{amount} of order {order} went back to you. The {paper} {serial} is attached.', values)
    : apart
      ? t('The {paper} {serial} of order {order}, {amount}, is under Orders: log in to download it.', values)
      : t('The {paper} {serial} of order {order}, {amount}, is attached.', values)
  const text = `${greeting}

${said}

${t('All your orders are here:')}
${shop.storeUrl}/dashboard/orders`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${said}`)}
${button(`${shop.storeUrl}/dashboard/orders`, t('See my orders'))}`
  return letter(shop, t('Your {paper} {serial}', { paper, serial }), text, body)
}
