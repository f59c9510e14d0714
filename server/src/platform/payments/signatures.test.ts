import Razorpay from 'razorpay'
import { describe, expect, it } from 'vitest'
import { signWebhook, verifyWebhook } from './signatures.ts'

const body = Buffer.from('{"entity":"event","event":"payment_link.paid","payload":{}}')
const secret = 'test_webhook_secret'
const signature = 'c553a8e93e534ee64826666bdd0be053e1b7f2b5ddfb219ced0eff0ff3235ddb'

describe('webhook signatures', () => {
  it('match the documented value, which the SDK accepts too', () => {
    expect(signWebhook(body, secret)).toBe(signature)
    expect(Razorpay.validateWebhookSignature(body.toString(), signature, secret)).toBe(true)
    expect(verifyWebhook(body, signature, [secret])).toBe(true)
  })

  it('match any of several secrets in any position, and never an empty list', () => {
    expect(verifyWebhook(body, signature, ['newer', secret])).toBe(true)
    expect(verifyWebhook(body, signature, [secret, 'older'])).toBe(true)
    expect(verifyWebhook(body, signature, ['newer', 'older'])).toBe(false)
    expect(verifyWebhook(body, signature, [])).toBe(false)
  })

  it('never match an empty secret, which anybody could sign with', () => {
    expect(verifyWebhook(body, signWebhook(body, ''), [''])).toBe(false)
  })

  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['short', signature.slice(0, 62)],
    ['longer', `${signature}00`],
    ['not hex', `z${signature.slice(1)}`],
    ['of another body', signWebhook('{}', secret)],
    ['with a space', ` ${signature}`],
  ])('C8: refuse a signature that is %s', (_name, header) => {
    expect(verifyWebhook(body, header, [secret])).toBe(false)
  })

  it('C8: refuse a body with any byte changed, and the same JSON rewritten', () => {
    for (let index = 0; index < body.length; index += 1) {
      const changed = Buffer.from(body)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(verifyWebhook(changed, signature, [secret])).toBe(false)
    }
    const anew = Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1))
    expect(verifyWebhook(anew, signature, [secret])).toBe(false)
  })
})
