import type { DocumentKind } from 'contract/documents'
import { formatRupees } from 'contract/money'
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

const names: Record<DocumentKind, string> = {
  invoice: 'tax invoice',
  receipt: 'receipt',
  bill_of_supply: 'bill of supply',
  credit_note: 'credit note',
  refund_receipt: 'refund receipt',
}

/** A document on its own: asked for again, or of money that went back. The file is attached by whoever sends it. */
export function documentLetter(data: DocumentLetterData): Letter {
  const { name, kind, serial, order_id, total_paise, corrects, ...shop } = data
  const what = names[kind]
  const greeting = greetingOf(name)
  // What an invoice that was made out anew takes back is no money.
  const back = (kind === 'credit_note' || kind === 'refund_receipt') && corrects === null
  // Without a name the address is not proven, and nothing that the buyer has typed goes to it.
  const where = name === null ? 'is with your orders: sign in to download it.' : 'is attached.'
  const said = back
    ? `${formatRupees(total_paise)} of order ${order_id} went back to you. The ${what} ${serial} ${where}`
    : `The ${what} ${serial} of order ${order_id}, ${formatRupees(total_paise)}, ${where}`
  const text = `${greeting}

${said}

All your orders are here:
${shop.storeUrl}/dashboard/orders`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${said}`)}
${button(`${shop.storeUrl}/dashboard/orders`, 'See my orders')}`
  return letter(shop, `Your ${what} ${serial}`, text, body)
}
