import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js'
import { describe, expect, it } from 'vitest'
import { linkInput, useTestGateway } from '../../server/test/gateway.ts'

const gateway = useTestGateway()

const get = (address: string) => fetch(address, { redirect: 'manual' })
const press = (address: string, fields: Record<string, string> = {}) =>
  fetch(address, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })

/** Returns the parameters of a return address, after the SDK has verified the signature. */
function returned(response: Response | string, linkId: string) {
  const url = new URL(typeof response === 'string' ? response : (response.headers.get('location') ?? ''))
  const value = (name: string) => url.searchParams.get(`razorpay_${name}`) ?? 'absent'
  const fields = {
    linkId,
    referenceId: value('payment_link_reference_id'),
    status: value('payment_link_status'),
    paymentId: value('payment_id'),
  }
  const signed = {
    payment_link_id: linkId,
    payment_link_reference_id: fields.referenceId,
    payment_link_status: fields.status,
    payment_id: fields.paymentId,
  }
  const wellSigned = validatePaymentVerification(signed, value('signature'), gateway.keys.keySecret)
  return { ...fields, wellSigned, path: url.pathname, course: url.searchParams.get('course_id') }
}

describe('at the pay page,', () => {
  it('the page shows the amount, escaped, without scripts, under a strict policy', async () => {
    const input = linkInput(gateway, { amountPaise: 12_345_678 })
    const link = await gateway.payments.createLink({ ...input, description: '<script>alert(1)</script> & "more"' })
    const page = await get(link.shortUrl)
    const html = await page.text()
    expect(page.status).toBe(200)
    expect(html).toContain('Sandbox')
    // The shop's own name.
    expect(html).toContain('<span>Mela &amp; Co</span>')
    expect(html).toContain('₹1,23,456.78')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;')
    expect(html).not.toMatch(/<script| style=|javascript:/)
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(page.headers.get('cache-control')).toBe('no-store')
    const styles = await get(new URL('/sandbox/razorpay/pay-page.css', link.shortUrl).href)
    expect(styles.headers.get('content-type')).toContain('text/css')
    expect(html).toContain('href="/sandbox/razorpay/pay-page.css"')
  })

  it('Pay redirects with five signed parameters, and a second press pays nothing more', async () => {
    const link = await gateway.payments.createLink(linkInput(gateway))
    const [first, second] = await Promise.all([press(`${link.shortUrl}/pay`), press(`${link.shortUrl}/pay`)])
    expect(first.status).toBe(303)
    expect(returned(first, link.id)).toEqual({
      linkId: link.id,
      referenceId: link.referenceId,
      status: 'paid',
      paymentId: expect.stringMatching(/^pay_/),
      wellSigned: true,
      path: '/payment_status',
      course: 'c1',
    })
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    const { payments } = await gateway.ledger()
    expect(payments.filter((payment: { payment_link_id: string }) => payment.payment_link_id === link.id)).toHaveLength(
      1,
    )
    expect(await (await get(link.shortUrl)).text()).toContain('cannot be paid twice')
  })

  it('Fail shows the failure, and lets the buyer retry or return', async () => {
    const link = await gateway.payments.createLink(linkInput(gateway))
    const [first, second] = await Promise.all([
      press(`${link.shortUrl}/fail`, { attempts: '0' }),
      press(`${link.shortUrl}/fail`, { attempts: '0' }),
    ])
    const failedAt = new URL(first.headers.get('location') ?? '', link.shortUrl).href
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    const html = await (await get(failedAt)).text()
    expect(html).toContain('Payment failed')
    expect(html).toContain('Try again')
    const back = /href="([^"]+)">Return to the store/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(returned(back, link.id)).toMatchObject({
      status: 'created',
      paymentId: expect.stringMatching(/^pay_/),
      wellSigned: true,
    })
    await gateway.control('deliver')
    expect(gateway.received.map(({ event }) => event)).toEqual(['payment.failed'])
    expect(await (await get(link.shortUrl)).text()).toContain('name="attempts" value="1"')
    expect(returned(await press(`${link.shortUrl}/pay`), link.id)).toMatchObject({ status: 'paid', wellSigned: true })
  })

  it('Cancel closes the link and redirects, and a later Pay takes no money', async () => {
    const link = await gateway.payments.createLink(linkInput(gateway))
    const cancelled = { status: 'cancelled', paymentId: '', wellSigned: true }
    expect(returned(await press(`${link.shortUrl}/cancel`), link.id)).toMatchObject(cancelled)
    expect(returned(await press(`${link.shortUrl}/cancel`), link.id)).toMatchObject(cancelled)
    expect(returned(await press(`${link.shortUrl}/pay`), link.id)).toMatchObject(cancelled)
    await gateway.control('deliver')
    expect(gateway.received.map(({ event }) => event)).toEqual(['payment_link.cancelled'])
    expect(await (await get(link.shortUrl)).text()).toContain('Payment cancelled')
  })

  it('Cancel after Pay in another tab redirects as paid', async () => {
    const link = await gateway.payments.createLink(linkInput(gateway))
    const paid = await press(`${link.shortUrl}/pay`)
    const late = await press(`${link.shortUrl}/cancel`)
    expect(late.headers.get('location')).toBe(paid.headers.get('location'))
  })

  it('an expired link shows a message, and takes no money', async () => {
    const link = await gateway.payments.createLink(linkInput(gateway))
    await gateway.control(`links/${link.id}/expire`)
    const pressed = await press(`${link.shortUrl}/pay`)
    expect(pressed.headers.get('location')).toBe(new URL(link.shortUrl).pathname)
    expect(await (await get(link.shortUrl)).text()).toContain('Payment link expired')
  })

  it('unknown links and buttons are refused', async () => {
    const link = await gateway.payments.createLink(linkInput(gateway))
    for (const [path, method] of [
      ['plink_none', 'GET'],
      ['%00', 'GET'],
      [`${link.id}/refund`, 'POST'],
    ] as const) {
      const answer = await fetch(`${gateway.url}/sandbox/razorpay/pay/${path}`, { method })
      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain('Payment link not found')
    }
  })
})
