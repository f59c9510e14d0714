import type { DocumentKind } from 'contract/documents'
import { formatRupees } from 'contract/money'
import { button, code as codeBox, email, oneLine, paragraph, shownLink, subjectOf } from './email.ts'
import { html } from './html.ts'

/** A letter about a paid order; `proof` is the query that shows the payment without a session. */
export type OfPaidOrder = { proof: URLSearchParams }

/** Returns the address of the buyer's orders, which shows the payment to who is not logged in. */
export const ordersAddress = (storeUrl: string, proof: URLSearchParams) => `${storeUrl}/dashboard/orders?${proof}`

/** The page of a gift; the fragment stays out of every log. */
export const giftLink = (storeUrl: string, gift: string) => `${storeUrl}/gift#${gift}`

type DocumentEmailData = {
  name: string | null
  kind: DocumentKind
  serial: string
  order_no: string
  total_paise: number
  /** The replaced document; null for all others. */
  corrects: string | null
} & OfPaidOrder

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
export const documentEmail = email<DocumentEmailData>(
  ({ name, kind, serial, order_no, total_paise, corrects, proof }, { t, storeUrl, language }) => {
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
    return {
      name,
      subject: subjectOf({ language }, `Your ${paper} ${serial}`, t('Your {paper}', values)),
      blocks: [shown, button(ordersAddress(storeUrl, proof), t('See my orders'), t('All your orders are here:'))],
    }
  },
)

type GiftData = { name: string | null; order_no: string; course_name: string; code: string }

/** Carries a gift code that replaces an earlier one. */
export const giftEmail = email<GiftData>(({ name, order_no: order, course_name, code }, { t, storeUrl }) => {
  const course = oneLine(course_name)
  const place = giftLink(storeUrl, code)
  const send = t('Send this link to one person, who adds the course to their account:')
  return {
    name,
    subject: t('A new gift code for {course}', { course }),
    blocks: [
      t('here is a new gift code of your order {order}. It replaces\none that no longer works.', { order }),
      { text: `${code}  ${course}`, ...paragraph(html`${codeBox(code)}<br>${course}`) },
      { text: `${send}\n${place}`, ...paragraph(html`${send}<br>${shownLink(place)}`) },
    ],
  }
})
