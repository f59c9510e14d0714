import { createHmac, timingSafeEqual } from 'node:crypto'

/** Returns the hex HMAC-SHA256 of a webhook's raw body, as in the header `X-Razorpay-Signature`. */
export function signWebhook(rawBody: Buffer | string, secret: string): string {
  return createHmac('sha256', secret).update(rawBody).digest('hex')
}

/**
 * Returns true when `header` signs exactly these bytes with any of `secrets` (several are valid during a rotation).
 * Tries every secret, so that time does not reveal the matching one.
 */
export function verifyWebhook(rawBody: Buffer, header: string | undefined, secrets: readonly string[]): boolean {
  const input = digestIn(header)
  if (!input) return false
  let matches = false
  for (const secret of secrets) {
    if (secret === '') continue
    const expected = createHmac('sha256', secret).update(rawBody).digest()
    if (timingSafeEqual(expected, input)) matches = true
  }
  return matches
}

/** The signed part of the checkout's answer. */
export type CheckoutFields = { gatewayOrderId: string; paymentId: string }

export function signCheckout({ gatewayOrderId, paymentId }: CheckoutFields, keySecret: string): string {
  return createHmac('sha256', keySecret).update(`${gatewayOrderId}|${paymentId}`).digest('hex')
}

/**
 * Returns true when the gateway signed the checkout's answer with the key secret. Take `gatewayOrderId` from our own
 * order, not from the answer.
 */
export function verifyCheckout(fields: CheckoutFields & { signature: string; keySecret: string }): boolean {
  const input = digestIn(fields.signature)
  if (!input || fields.keySecret === '') return false
  return timingSafeEqual(Buffer.from(signCheckout(fields, fields.keySecret), 'hex'), input)
}

/** The signed part of a payment link's return address. */
export type ReturnFields = { linkId: string; referenceId: string; status: string; paymentId: string }

export function signReturn({ linkId, referenceId, status, paymentId }: ReturnFields, keySecret: string): string {
  return createHmac('sha256', keySecret).update(`${linkId}|${referenceId}|${status}|${paymentId}`).digest('hex')
}

/** Returns true when the gateway signed the return address with the key secret. Take `linkId` from our own order. */
export function verifyReturn(fields: ReturnFields & { signature: string; keySecret: string }): boolean {
  const input = digestIn(fields.signature)
  if (!input || fields.keySecret === '') return false
  return timingSafeEqual(Buffer.from(signReturn(fields, fields.keySecret), 'hex'), input)
}

function digestIn(text: string | undefined): Buffer | undefined {
  return typeof text === 'string' && /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : undefined
}
