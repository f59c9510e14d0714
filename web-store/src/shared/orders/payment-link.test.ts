import { describe, expect, it } from 'vitest'
import { payableAddress } from './payment-link.ts'

const shop = new URL('https://shop.example')
const local = new URL('http://127.0.0.1:3000')

describe('a payment link', () => {
  it.each(['https://rzp.io/i/abc', 'https://shop.example/payment_status?course_id=1'])('accepts %s', (link) => {
    expect(payableAddress(link, shop)).toBe(link)
  })

  it.each([
    undefined,
    null,
    42,
    '',
    '/payment_status',
    '//evil.example',
    'http://rzp.io/i/abc',
    'http://shop.example/payment_status',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://rzp.io/',
    'upi://pay?pa=x',
    'https://shop.example@evil.example/',
    'https://:secret@evil.example/',
    'http://localhost:3000/pay',
  ])('refuses %s in a public shop', (link) => {
    expect(payableAddress(link, shop)).toBeUndefined()
  })

  it('allows plain http only within this machine', () => {
    expect(payableAddress('http://localhost:3111/pay', local)).toBe('http://localhost:3111/pay')
    expect(payableAddress('http://[::1]:3111/pay', local)).toBe('http://[::1]:3111/pay')
    expect(payableAddress('http://127.0.0.1.evil.example/pay', local)).toBeUndefined()
    expect(payableAddress('http://192.168.1.5/pay', local)).toBeUndefined()
  })
})
