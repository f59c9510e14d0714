import { expect, test } from 'vitest'
import { LoginBody } from './auth.ts'

test('a login without anything names the email first, then the password', () => {
  const wrong = (input: object) =>
    LoginBody.safeParse(input).error?.issues.map(({ path, message }) => [path[0], message])
  expect(wrong({})).toEqual([
    ['email', 'Email or phone is required'],
    ['password', 'Password is required'],
  ])
  expect(wrong({ email: 'asha@example.com', password: '' })).toEqual([['password', 'Password is required']])
  expect(LoginBody.parse({ phone: '9876543210', password: 'x', device: 'unknown' })).toEqual({
    email: null,
    phone: '9876543210',
    password: 'x',
  })
})
