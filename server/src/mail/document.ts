import type { DocumentKind } from '../../contract/documents.ts'
import { formatRupees } from '../../contract/money.ts'
import { html } from './html.ts'
import { button, type Letter, type MailShop, oneLine, page, paragraph } from './letter.ts'

export type DocumentLetterData = {
  name: string
  kind: DocumentKind
  serial: string
  order_id: string
  total_paise: number
} & MailShop

const names: Record<DocumentKind, string> = {
  invoice: 'tax invoice',
  receipt: 'receipt',
  credit_note: 'credit note',
  refund_receipt: 'refund receipt',
}

/** A document on its own: asked for again, or of money that went back. The file is attached by whoever sends it. */
export function documentLetter({
  name,
  kind,
  serial,
  order_id,
  total_paise,
  storeUrl,
  shopName,
}: DocumentLetterData): Letter {
  const what = names[kind]
  const greeting = `Hello ${oneLine(name)},`
  const back = kind === 'credit_note' || kind === 'refund_receipt'
  const said = back
    ? `${formatRupees(total_paise)} of order ${order_id} went back to you. The ${what} ${serial} is attached.`
    : `the ${what} ${serial} of order ${order_id}, ${formatRupees(total_paise)}, is attached.`
  const text = `${greeting}

${said}

All your orders are here:
${storeUrl}/dashboard/orders

${shopName}
${storeUrl}
`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${said}`)}
${button(`${storeUrl}/dashboard/orders`, 'See my orders')}`
  const subject = `Your ${what} ${serial}`
  return { subject, text, html: page(subject, body, { storeUrl, shopName }) }
}
