import Razorpay from 'razorpay'
import { describe, expect, it } from 'vitest'
import { signReturn, signWebhook, verifyReturn, verifyWebhook } from './signatures.ts'

const body = Buffer.from('{"entity":"event","event":"payment_link.paid","payload":{}}')
const secret = 'test_webhook_secret'
const signature = 'c553a8e93e534ee64826666bdd0be053e1b7f2b5ddfb219ced0eff0ff3235ddb'

describe('signatures of a return address', () => {
  const fields = {
    linkId: 'plink_TEST0000000001',
    referenceId: 'ord_1001',
    status: 'paid',
    paymentId: 'pay_TEST0000000001',
  }
  const keySecret = 'test_key_secret'
  const documented = '8038bfc7fb60948be8df51948451cc106e71322be31bb860f27ce7f412008044'

  it('match the documented value, and nothing that differs in a field', () => {
    expect(signReturn(fields, keySecret)).toBe(documented)
    expect(verifyReturn({ ...fields, signature: documented, keySecret })).toBe(true)
    for (const name of Object.keys(fields))
      expect(verifyReturn({ ...fields, [name]: 'other', signature: documented, keySecret }), name).toBe(false)
  })

  it('never match an empty secret, which anybody could sign with', () => {
    expect(verifyReturn({ ...fields, signature: signReturn(fields, ''), keySecret: '' })).toBe(false)
  })
})

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
    const refresh = Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1))
    expect(verifyWebhook(refresh, signature, [secret])).toBe(false)
  })
})
