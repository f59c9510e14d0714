import { html } from './html.ts'
import { button, type Letter, type MailShop, page, paragraph } from './letter.ts'

export type OwnerAlertData = {
  /** One of `review`, `refund_failed`, `refund_waiting`, `webhooks_silent`, `unknown_order`. */
  kind: string
  order_id: string | null
} & MailShop

type Words = { title: string; says: string }

const words: Record<string, (orderId: string) => Words> = {
  review: (orderId) => ({
    title: `Order ${orderId} needs a decision`,
    says: 'The money that came differs from the order, or its buyer is gone. The buyer has no access yet. Give access or refund the order.',
  }),
  refund_failed: (orderId) => ({
    title: `A refund of order ${orderId} failed`,
    says:
      'The payment gateway did not carry it out, so the money has not left. Look at the order and try again; ' +
      'press "Check with Razorpay" to try an automatic refund again.',
  }),
  refund_waiting: (orderId) => ({
    title: `A refund of order ${orderId} has not reached the buyer yet`,
    says:
      'The payment gateway has not taken it for a day, or has had it on its way for ten. Open the order’s timeline, ' +
      'and check the keys and the balance at the gateway.',
  }),
  webhooks_silent: () => ({
    title: 'No events from the payment gateway',
    says:
      'Orders were paid, but no webhook came for an hour. The shop now checks each order with the gateway, which is slower. ' +
      'Check in the dashboard of the gateway that the webhook is switched on.',
  }),
  unknown_order: () => ({
    title: 'A payment came for an order that is not here',
    says:
      'The payment names an order of this shop that does not exist: an older backup may have been restored since. Nobody got ' +
      'access for it. Find the payment under Payment in the console, then refund it in the dashboard of the gateway.',
  }),
}

/** Something about money that an owner must look at. */
export function ownerAlertLetter({ kind, order_id, storeUrl, shopName }: OwnerAlertData): Letter {
  const { title, says } = words[kind]?.(order_id ?? '') ?? { title: 'Please look at your orders', says: '' }
  const [place, named] = kind === 'unknown_order' ? ['payment', 'Open the payments'] : ['orders', 'Open the orders']
  const address = `${storeUrl}/admin?tab=${place}${order_id ? `&order=${order_id}` : ''}`
  const text = `${title}.

${says}

${address}

${shopName}
`
  const body = html`${paragraph(html`${says}`)}
${button(address, order_id ? 'Open the order' : named)}`
  return { subject: title, text, html: page(title, body, { storeUrl, shopName }) }
}
