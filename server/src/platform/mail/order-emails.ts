import type { DocumentKind } from 'contract/documents'
import { formatRupees } from 'contract/money'
import { inLanguage } from '../language/language.ts'
import {
  button,
  code as codeBox,
  composeEmail,
  type EmailContent,
  greetingOf,
  linked,
  type MailShop,
  oneLine,
  paragraph,
} from './email.ts'
import { flow, html } from './html.ts'

/** A letter about a paid order; `proof` is the query that shows the payment without a session. */
export type OfPaidOrder = { proof: URLSearchParams }

/** Returns the address of the buyer's orders, which shows the payment to who is not logged in. */
export const ordersAddress = (storeUrl: string, proof: URLSearchParams) => `${storeUrl}/dashboard/orders?${proof}`

/** The page of a gift; the fragment stays out of every log. */
export const giftLink = (storeUrl: string, gift: string) => `${storeUrl}/gift#${gift}`
export const shownLink = (address: string) => linked(address)(address)

type DocumentEmailData = {
  name: string | null
  kind: DocumentKind
  serial: string
  order_no: string
  total_paise: number
  /** The replaced document; null for all others. */
  corrects: string | null
} & OfPaidOrder &
  MailShop

/** Names the documents; each language has sentences that fit all of them. */
export const paperName = (kind: DocumentKind, t: (text: string) => string) =>
  ({
    invoice: t('tax invoice'),
    receipt: t('receipt'),
    bill_of_supply: t('bill of supply'),
    credit_note: t('credit note'),
    debit_note: t('debit note'),
    refund_receipt: t('refund receipt'),
  })[kind]

/** Carries a document alone: requested again, or for a refund. The sender attaches the file. */
export function documentEmail(data: DocumentEmailData): EmailContent {
  const { name, kind, serial, order_no, total_paise, corrects, proof, ...shop } = data
  const orders = ordersAddress(shop.storeUrl, proof)
  const speech = inLanguage(shop.language)
  const { t } = speech
  const greeting = greetingOf(speech, name)
  // A correction's credit returns no money.
  const back = (kind === 'credit_note' || kind === 'refund_receipt') && corrects === null
  const paper = paperName(kind, t)
  const values = { paper, serial, order: order_no, amount: formatRupees(total_paise) }
  // Without a name the address is unproven, and gets no text that the buyer typed.
  const apart = name === null
  const shown =
    kind === 'debit_note'
      ? apart
        ? t(
            '{amount} of order {order} did not go back to you after all, so an earlier note no longer counts. The {paper} {serial} is under Orders: log in to download it.',
            values,
          )
        : t(
            '{amount} of order {order} did not go back to you after all, so an earlier note no longer counts. The {paper} {serial} is attached.',
            values,
          )
      : back
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

${shown}

${t('All your orders are here:')}
${orders}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${shown}`)}
${button(orders, t('See my orders'))}`
  return composeEmail(shop, t('Your {paper} {serial}', { paper, serial }), text, body)
}

type GiftData = { name: string | null; order_no: string; course_name: string; code: string } & MailShop

/** Carries a gift code that replaces an earlier one. */
export function giftEmail({ name, order_no, course_name, code, ...shop }: GiftData): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const course = oneLine(course_name)
  const title = t('A new gift code for {course}', { course })
  const greeting = greetingOf(speech, name)
  const place = giftLink(shop.storeUrl, code)
  const replaces = t('here is a new gift code of your order {order}. It replaces\none that no longer works.', {
    order: order_no,
  })
  const text = `${greeting}

${replaces}

${code}  ${course}

${t('Send this link to one person, who adds the course to their account:')}
${place}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${flow(replaces)}`)}
${paragraph(html`${codeBox(code)}<br>${course}`)}
${paragraph(html`${t('Send this link to one person, who adds the course to their account:')}<br>${shownLink(place)}`)}`
  return composeEmail(shop, title, text, body)
}
