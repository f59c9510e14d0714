import { describe, expect, it } from 'vitest'
import { problemsOf, trimmed } from './check-details.ts'

const good = { name: 'Kavya', email: 'kavya@example.com', phone: '9876543210' }
const first = (change: Partial<typeof good>) => problemsOf({ ...good, ...change })[0]?.message

describe("a new buyer's details", () => {
  it('pass when complete, spaces around them and separators in the phone aside', () => {
    expect(problemsOf(good)).toEqual([])
    expect(problemsOf({ name: ' Kavya ', email: ' Kavya@Example.com ', phone: ' 98765-43210 ' })).toEqual([])
  })

  it('problems appear in the order name, email, phone, form of the email, form of the phone', () => {
    expect(first({ name: ' ', email: '', phone: '' })).toBe('Please enter your name')
    expect(first({ email: ' ', phone: '' })).toBe('Please enter your email')
    expect(first({ email: 'nonsense', phone: '' })).toBe('Please enter your phone number')
    expect(first({ email: 'nonsense', phone: '12' })).toBe('Please enter a valid email address')
    expect(first({ phone: '12' })).toBe('Please enter a valid 10-digit phone number')
  })

  it.each(['+91 98765 43210', '098765-43210', '0091 9876543210', '91 (98765) 43210'])(
    'accept the phone %s',
    (phone) => {
      expect(first({ phone })).toBeUndefined()
      expect(trimmed({ ...good, phone }).phone).toBe('9876543210')
    },
  )

  it.each(['123456789', '12345678901', '+44 7911 123456', '98765abcde'])('refuse the phone %s', (phone) => {
    expect(first({ phone })).toBe('Please enter a valid 10-digit phone number')
  })

  it.each(['kavya', 'kavya@', '@example.com', 'kavya@example', 'ka vya@example.com'])(
    'refuse the email %s',
    (email) => {
      expect(first({ email })).toBe('Please enter a valid email address')
    },
  )

  it('name every field that is wrong, each once', () => {
    expect(problemsOf({ name: '', email: 'x', phone: '1' })).toEqual([
      { field: 'name', message: 'Please enter your name' },
      { field: 'email', message: 'Please enter a valid email address' },
      { field: 'phone', message: 'Please enter a valid 10-digit phone number' },
    ])
  })
})
