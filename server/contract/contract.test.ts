import { expect, test } from 'vitest'
import { OwnCourse } from './courses/courses.ts'
import { CreateCourseBody, UpdateCourseBody } from './courses/input.ts'
import { isEmail, phoneKey } from './email-and-phone.ts'
import { expiryInstant, isExpired } from './expiry.ts'
import { Email, isMediaUrl, Phone, Price } from './fields.ts'
import { isStateCode } from './gst.ts'
import { states } from './gst-states.ts'
import { generatePassword } from './password.ts'

test('a bare date holds to the end of its day in India, a date-time without zone is Indian time', () => {
  expect(isExpired('2026-11-20', new Date('2026-11-20T18:29:59.999Z'))).toBe(false)
  expect(isExpired('2026-11-20', new Date('2026-11-20T18:30:00.000Z'))).toBe(true)
  expect(expiryInstant('2026-11-20T10:00')).toBe(Date.parse('2026-11-20T04:30:00Z'))
  expect(expiryInstant('2026-11-20T10:00:00Z')).toBe(Date.parse('2026-11-20T10:00:00Z'))
})

test.each(['2026-02-30', '275760-01-01', '2026-13-01', '20-11-2026', 'tomorrow', '', '2026-11-20T25:00'])(
  '%j is no expiry date',
  (text) => {
    expect(expiryInstant(text)).toBeUndefined()
  },
)

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'blob:https://x.example/1',
  '//evil.example/x',
  'http://plain.example/x',
  'https://user:pw@evil.example/x',
  'https://127.0.0.1/x',
  'https://10.0.0.8/x',
  'https://[::1]/x',
  'https://169.254.169.254/latest',
  'https://localhost/x',
  'https://2130706433/x',
  'https://evil.example\\@good.example/',
  '/media/../etc/passwd',
  '/media/short/x.webp',
  '/elsewhere/x.webp',
  ' java\nscript:alert(1)',
])('%j is refused as an address', (address) => {
  expect(isMediaUrl(address)).toBe(false)
})

test.each(['https://vimeo.com/1084537', 'https://cdn.example/a%20b.png?x=1', `/media/${'a'.repeat(32)}/banner.webp`])(
  '%j is taken',
  (address) => {
    expect(isMediaUrl(address)).toBe(true)
  },
)

test('phones are compared by what was meant', () => {
  const key = (phone: string) => phoneKey(Phone.parse(phone))
  const written = ['98765 43210', '+91 98765-43210', '098765 43210', '(98765)43210', '0091 98765 43210', '98765.43210']
  const filledIn = ['+91\u00a098765\u00a043210', '\u202a+91 98765\u201143210\u202c', '९८७६५ ४३२१०']
  const oftenPrefixed = [
    '91 98765 43210',
    '091 98765 43210',
    '+91 098765 43210',
    '00091 98765 43210',
    '91 91 98765 43210',
  ]
  expect(new Set([...written, ...filledIn, ...oftenPrefixed].map(key))).toEqual(new Set(['9876543210']))
  expect(['9191987654', '+91 91919 87654', '0 91919 87654'].map(key)).toEqual([
    '9191987654',
    '9191987654',
    '9191987654',
  ])
  expect(key('0044 7911 123456')).toBe('447911123456')
  expect(key('+44 7911 123456')).toBe('447911123456')
  expect(Phone.safeParse('12345').success).toBe(false)
})

test.each([-1, 0, Number.NaN, Number.POSITIVE_INFINITY, 0.001, 1e12, '499', [5], true, null])(
  '%j is no price',
  (price) => {
    expect(Price.safeParse(price).success).toBe(false)
  },
)

test.each([0.01, 0.29, 1.15, 499, 249.5, 1_000_000])('%j is a price', (price) => {
  expect(Price.safeParse(price).success).toBe(true)
})

test('a generated password has 12 signs of every kind, none of them like another', () => {
  const passwords = Array.from({ length: 2_000 }, generatePassword)
  for (const password of passwords) {
    expect(password).toMatch(/^[A-HJ-NP-Za-km-z2-9!@#$%^&*]{12}$/)
    for (const kind of [/[A-Z]/, /[a-z]/, /\d/, /[!@#$%^&*]/]) expect(password).toMatch(kind)
  }
  expect(new Set(passwords).size).toBe(passwords.length)
  expect(new Set(passwords.join('')).size, 'every sign is drawn').toBe(24 + 25 + 8 + 8)
  expect(new Set(passwords.map(([first]) => first)).size, 'no kind has a place of its own').toBeGreaterThan(60)
})

test('every returned field of a course can be created, and changed but for its id and kind', () => {
  const answered = Object.keys(OwnCourse.shape)
  expect(Object.keys(CreateCourseBody.shape).sort()).toEqual(answered.sort())
  expect(Object.keys(UpdateCourseBody.shape).sort()).toEqual(
    answered.filter((name) => name !== 'course_id' && name !== 'kind').sort(),
  )
  expect(UpdateCourseBody.parse({})).toEqual({})
  expect(UpdateCourseBody.parse({ offer_text: '' })).toEqual({ offer_text: null })
})

test('checkout and the server agree on what an email is, without zod and with it', () => {
  const some = ['a@b.in', ' Asha@Example.COM ', 'a\u200b@b.in', `${'a'.repeat(249)}@b.in`, `${'a'.repeat(250)}@b.in`]
  const wrong = ['', 'a', 'a@b', 'a b@c.in', 'a@-b.in', 'a@b..in', '<a@b.in>']
  for (const typed of [...some, ...wrong])
    expect([typed, isEmail(typed)]).toEqual([typed, Email.safeParse(typed).success])
  expect([...some, ...wrong].filter(isEmail)).toEqual(some.slice(0, 4))
})

test.each([
  'v\u0131k@a.in',
  'vi\u0307k@a.in',
  'v\u0456k@a.in',
  'vi\u043a@a.in',
  '\u0430\u0441@a.in',
  'v\u03b9k@a.in',
  'vik\u0967@a.in',
  'v\u0268k@a.in',
  'v\u1ecbk@a.in',
  '\u0585\u0578@a.in',
  'vik\u02d0@a.in',
  '\u0935\u093f\u0995@a.in',
  'a\u2010b@a.in',
])('%s is not accepted as an email, for it looks like another one', (address) => {
  expect([Email.safeParse(address).success, isEmail(address)]).toEqual([false, false])
})

test.each(['o’b.in', "o'brien+shop_1@a.in", 'josé@a.in', 'müller@a.in', 'विक्रम@a.in', 'விக்ரம்.1@a.in', 'ＶＩＫ@a.in'])(
  '%s is an address of one script',
  (address) => {
    expect([Email.safeParse(address).success, isEmail(address)]).toEqual([address.includes('@'), address.includes('@')])
  },
)

test('the codes of states that a GSTIN may begin with are those that have a name', () => {
  const codes = Array.from({ length: 100 }, (_, at) => String(at).padStart(2, '0'))
  expect(codes.filter(isStateCode)).toEqual(Object.keys(states).sort())
})
