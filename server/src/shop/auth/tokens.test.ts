import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { expect, test } from 'vitest'
import { readToken, signToken } from './tokens.ts'

const config = { sessionKeys: { user: randomBytes(32), admin: randomBytes(32) } }
const now = new Date('2026-11-20T10:00:00Z')
const later = new Date('2026-11-20T11:00:00Z')
const claims = { session_id: 'the-session', subject: 'usr_abc' }
const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

const good = {
  iss: 'skillhaat',
  aud: 'user',
  typ: 'session',
  sub: 'usr_abc',
  jti: 'the-session',
  iat: seconds(now),
  exp: seconds(later),
}

/** Forges a token with the correct key, so that only its content can be wrong. */
function forge(
  payload: object | string,
  header: object = { alg: 'HS256', typ: 'JWT' },
  key: Buffer = config.sessionKeys.user,
) {
  const encode = (part: object | string) =>
    Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')
  const signed = `${encode(header)}.${encode(payload)}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}

test('a token is read back until its time is over, by its own audience only', () => {
  const token = signToken(config, 'user', { ...claims, issuedAt: now, expiresAt: later })
  expect(readToken(config, 'user', token, now)).toEqual(claims)
  expect(readToken(config, 'user', forge(good), now)).toEqual(claims)
  expect(readToken(config, 'user', token, later)).toBeUndefined()
  expect(readToken(config, 'admin', token, now)).toBeUndefined()
  expect(
    readToken({ sessionKeys: { ...config.sessionKeys, admin: config.sessionKeys.user } }, 'admin', token, now),
  ).toBeUndefined()
})

test('A4: no header talks the check out of its key or algorithm', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  expect(readToken(config, 'user', jwt.sign(good, privateKey, { algorithm: 'RS256' }), now)).toBeUndefined()
  expect(readToken(config, 'user', forge(good, { alg: 'none', typ: 'JWT' }), now)).toBeUndefined()
  const extras = [
    { kid: '../../etc/passwd' },
    { kid: "' or 1=1 --" },
    { jwk: { kty: 'oct', k: 'AAAA' } },
    { jku: 'https://evil.example/keys' },
    { crit: ['exp'] },
  ]
  for (const extra of extras) {
    expect(readToken(config, 'user', forge(good, { alg: 'HS256', typ: 'JWT', ...extra }), now)).toBeUndefined()
  }
  for (const guess of ['secret', 'changeme', 'skillhaat', '']) {
    expect(readToken(config, 'user', forge(good, undefined, Buffer.from(guess)), now)).toBeUndefined()
  }
})

test('A5, A6: wrong times and wrong claims are refused although the signature is right', () => {
  const { exp, ...endless } = good
  const wrong: (object | string)[] = [
    { ...good, exp: seconds(now) - 1 },
    { ...good, nbf: seconds(later) },
    endless,
    { ...good, exp: String(exp) },
    JSON.stringify(good).replace(String(exp), '1e309'),
    { ...good, exp: exp + 0.5 },
    { ...good, aud: 'admin' },
    { ...good, aud: ['user', 'admin'] },
    { ...good, iss: 'other' },
    { ...good, typ: 'refresh' },
    { ...good, sub: undefined },
    { ...good, jti: '' },
    'not json',
  ]
  for (const payload of wrong) {
    expect(readToken(config, 'user', forge(payload), now), JSON.stringify(payload)).toBeUndefined()
  }
  expect(readToken(config, 'user', `${forge(good)}${'x'.repeat(2000)}`, now)).toBeUndefined()
})
