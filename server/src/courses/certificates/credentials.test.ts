import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { didOf } from './did.ts'
import { encodeList } from './status-list.ts'

const DAY_MS = 24 * 60 * 60_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

async function certified(name = 'प्रिया श्रीवास्तव') {
  const { course_id } = await buildCourse(server.db, { name: 'Reels that sell' })
  const { lesson_id } = await buildLesson(server.db, { course_id, seconds: 20 })
  const user = await buildUser(server.db, { name })
  await buildEnrolment(server.db, { user_id: user.id, course_id })
  await server.db('certificate_courses').insert({ course_id, since: server.ctx.now() })
  const api = server.api(await server.userToken(user))
  await api.learning.progress({ course_id, lesson_id, seconds: 10, completed: true })
  const { code } = await api.certificates.take({ params: { course_id }, body: { name } })
  const badge = async () => (await api.certificates.badge({ course_id })).text()
  return { user, course_id, code, badge, api }
}

type DidDocument = { id: string; verificationMethod: { id: string; publicKeyJwk: JsonWebKey & { kid: string } }[] }
const didDocument = async (): Promise<DidDocument> => {
  const answer = await server.request('/.well-known/did.json')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  return answer.json()
}

/**
 * Verifies like a checker: takes the key of the issuer's document that the header names, and checks the signature with
 * `jose`.
 */
async function checked(jwt: string): Promise<Record<string, unknown>> {
  const { kid = '' } = decodeProtectedHeader(jwt)
  const { id, verificationMethod } = await didDocument()
  const method = verificationMethod.find((one) => one.id === kid)
  const keys = createLocalJWKSet({ keys: [{ ...method?.publicKeyJwk, kid } as JsonWebKey & { kty: string }] })
  const { payload } = await jwtVerify(jwt, keys, { issuer: id, algorithms: ['RS256'], currentDate: server.ctx.now() })
  return payload
}

/** Reads a bit by Bitstring Status List v1.0: index 0 is the leftmost bit. */
function bitAt(encodedList: string, index: number): string | undefined {
  expect(encodedList[0]).toBe('u')
  const bytes = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'))
  return [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')[index]
}

type Status = { statusListCredential: string; statusListIndex: string; statusPurpose: string; type: string }
async function statusOf(credential: Record<string, unknown>): Promise<string | undefined> {
  const { statusListCredential, statusListIndex, statusPurpose } = credential.credentialStatus as Status
  const answer = await server.request(new URL(statusListCredential).pathname)
  expect(answer.headers.get('content-type')).toBe('application/vc+jwt')
  const list = await checked(await answer.text())
  expect(list).toMatchObject({
    id: statusListCredential,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
  })
  const subject = list.credentialSubject as { encodedList: string; statusPurpose: string; type: string }
  expect(subject).toMatchObject({ type: 'BitstringStatusList', statusPurpose })
  return bitAt(subject.encodedList, Number(statusListIndex))
}

test('a badge passes a second library and node alone, and a changed one does not', async () => {
  const { badge, code } = await certified()
  const jwt = await badge()
  const payload = await checked(jwt)
  const storeUrl = server.ctx.config.storeUrl
  expect(payload).toMatchObject({ iss: didOf({ storeUrl }), jti: `${storeUrl}/c/${code}` })
  const [head = '', body = '', signature = ''] = jwt.split('.')
  const [method] = (await didDocument()).verificationMethod
  const key = createPublicKey({ key: method?.publicKeyJwk ?? {}, format: 'jwk' })
  const signed = (text: string) => verify('sha256', Buffer.from(text), key, Buffer.from(signature, 'base64url'))
  expect(signed(`${head}.${body}`)).toBe(true)
  const forged = Buffer.from(JSON.stringify({ ...payload, name: 'Another course' })).toString('base64url')
  expect(signed(`${head}.${forged}`)).toBe(false)
  await expect(checked(`${head}.${forged}.${signature}`)).rejects.toThrow('signature verification failed')
})

// biome-ignore lint/suspicious/noExplicitAny: what was signed is read as whatever it is
type Loose = any

/**
 * Required fields of 1EdTech Open Badges 3.0, appendix B (data models) and section 8.2 (JWT proof), each with its
 * check.
 */
const fields: [field: string, is: (credential: Loose) => boolean][] = [
  [
    '@context: Verifiable Credentials 2.0, then Open Badges 3.0',
    ({ '@context': context }) =>
      context[0] === 'https://www.w3.org/ns/credentials/v2' &&
      /^https:\/\/purl\.imsglobal\.org\/spec\/ob\/v3p0\/context-3\.\d+\.\d+\.json$/.test(context[1]),
  ],
  [
    'type: a credential, and an open badge',
    ({ type }) => ['VerifiableCredential', 'OpenBadgeCredential'].every((one) => type.includes(one)),
  ],
  [
    'id, issuer.id, subject.id, achievement.id are URIs',
    ({ id, issuer, credentialSubject }) =>
      [id, issuer.id, credentialSubject.id, credentialSubject.achievement.id].every((one: string) => URL.canParse(one)),
  ],
  ['issuer: a profile', ({ issuer }) => issuer.type.includes('Profile')],
  ['name', ({ name }) => typeof name === 'string'],
  ['validFrom: a moment with its zone', ({ validFrom }) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(validFrom)],
  [
    'subject: type and identity',
    ({ credentialSubject: { type, identifier } }) =>
      type.includes('AchievementSubject') &&
      identifier.every(
        (one: Loose) =>
          one.type === 'IdentityObject' && one.hashed === false && one.identityType === 'name' && !!one.identityHash,
      ),
  ],
  [
    'achievement: type, name, description, criteria',
    ({ credentialSubject: { achievement } }) =>
      ['name', 'description'].every((one) => typeof achievement[one] === 'string') &&
      achievement.type.includes('Achievement') &&
      'narrative' in achievement.criteria,
  ],
  [
    'achievementType is of the list',
    ({ credentialSubject: { achievement } }) => achievement.achievementType === 'CertificateOfCompletion',
  ],
  [
    'claims repeat the credential',
    ({ iss, jti, sub, nbf, issuer, id, credentialSubject, validFrom }) =>
      iss === issuer.id && jti === id && sub === credentialSubject.id && nbf * 1000 === Date.parse(validFrom),
  ],
  [
    'no claim of the credential is wrapped, none is foreign',
    ({ vc, iat, exp, proof }) => [vc, iat, exp, proof].every((one) => one === undefined),
  ],
]

test('a badge has every field that Open Badges 3.0 requires, and nothing more of the student', async () => {
  const { badge, user, course_id } = await certified('ज्ञानेश्वर क्षीरसागर')
  const jwt = await badge()
  const header = decodeProtectedHeader(jwt)
  expect(Object.keys(header).sort()).toEqual(['alg', 'jwk', 'kid', 'typ'])
  expect(header).toMatchObject({ alg: 'RS256', typ: 'JWT' })
  expect(Object.keys(header.jwk ?? {}).sort()).toEqual(['e', 'kty', 'n'])
  const payload = await checked(jwt)
  for (const [field, is] of fields) expect([field, is(payload)]).toEqual([field, true])
  expect(payload).toMatchObject({ credentialSubject: { identifier: [{ identityHash: 'ज्ञानेश्वर क्षीरसागर' }] } })
  expect(JSON.stringify(payload)).toContain(course_id)
  for (const own of [user.email, user.phone, user.user_id]) expect(JSON.stringify(payload)).not.toContain(own)
})

test('the status list shows a revocation, its end, a refund, and a deleted account', async () => {
  const { badge, user, course_id } = await certified()
  const other = await checked(await (await certified()).badge())
  const credential = await checked(await badge())
  const owner = server.api(await server.adminToken('owner'))
  const [row] = (await owner.certificates.list({ user_id: user.user_id, course_id })).certificates
  const params = { certificate_id: String(row?.certificate_id) }
  const enrolment = server.db('enrolments').where({ user_id: user.id })
  expect(await statusOf(credential)).toBe('0')
  await owner.certificates.revoke({ params, body: { reason: 'Copied' } })
  expect(await statusOf(credential)).toBe('1')
  await expect(badge()).rejects.toMatchObject({ status: 403 })
  await owner.certificates.revoke({ params, body: { reason: '' } })
  expect(await statusOf(credential)).toBe('0')
  await enrolment.clone().update({ revoked_at: server.ctx.now() })
  expect(await statusOf(credential)).toBe('1')
  await enrolment.clone().update({ revoked_at: null })
  expect(await statusOf(credential)).toBe('0')
  await owner.users.delete({ params: { id: user.user_id } })
  expect(await statusOf(credential)).toBe('1')
  expect(await statusOf(other)).toBe('0')
  expect((await server.request('/certificates/status/99')).status).toBe(404)
})

/**
 * The recommendation's empty list, https://www.w3.org/TR/vc-bitstring-status-list/ (example of a status list
 * credential).
 */
const EMPTY = 'uH4sIAAAAAAAAA-3BMQEAAADCoPVPbQwfoAAAAAAAAAAAAAAAAAAAAIC3AYbSVKsAQAAA'

test('a list has the recommendation’s form, whose own example reads alike', () => {
  const expanded = (list: string) => gunzipSync(Buffer.from(list.slice(1), 'base64url'))
  expect(expanded(EMPTY).length * 8).toBe(131_072)
  expect(expanded(encodeList([])).equals(expanded(EMPTY))).toBe(true)
  const list = encodeList([0, 7, 8, 131_071])
  expect([0, 1, 6, 7, 8, 9, 131_070, 131_071].map((index) => bitAt(list, index))).toEqual([...'10011001'])
  expect(list).toMatch(/^u[\w-]+$/)
})

test('places are drawn at random from a list, and none twice', async () => {
  const places = await server.db('certificate_places').select('place')
  for (let at = 0; at < 4; at++) await certified()
  const later: { place: number }[] = await server.db('certificate_places').select('place')
  expect(later).toHaveLength(places.length + 4)
  const sorted = later.map(({ place }) => place).sort((a, b) => a - b)
  expect(sorted.some((place, at) => at > 0 && place - (sorted[at - 1] ?? 0) > 1)).toBe(true)
})

test('one key is made, sealed, and replaced after a year; its old signatures still verify', async () => {
  const { badge } = await certified()
  const [early] = await Promise.all([badge(), badge(), badge()])
  const stored = await server.db('certificate_keys').select('private_sealed')
  expect(stored).toHaveLength(1)
  expect(stored[0].private_sealed).toMatch(/^v1\./)
  expect(stored[0].private_sealed).not.toContain('PRIVATE')
  server.clock.advance(366 * DAY_MS)
  const { badge: nextYear } = await certified()
  const late = await nextYear()
  expect(decodeProtectedHeader(late).kid).not.toBe(decodeProtectedHeader(early ?? '').kid)
  expect((await didDocument()).verificationMethod).toHaveLength(2)
  for (const jwt of [early ?? '', late]) expect(await checked(jwt)).toHaveProperty('credentialSubject')
  const text = JSON.stringify(await didDocument())
  expect(text).not.toMatch(/"(d|p|q|dp|dq|qi)"/)
})

test('a changed ENCRYPTION_KEY creates a new signing key and one log line, and old signatures still verify', async () => {
  const { badge } = await certified()
  const before = await badge()
  const kidsOf = (...jwts: string[]) => new Set(jwts.map((jwt) => decodeProtectedHeader(jwt).kid))
  const known = (await didDocument()).verificationMethod.length
  const { config } = server.ctx
  server.ctx.config = { ...config, encryptionKeys: [Buffer.alloc(32, 'another')] }
  const refresh = await badge()
  expect(kidsOf(before, refresh, await badge()).size).toBe(2)
  for (const jwt of [before, refresh]) expect(await statusOf(await checked(jwt))).toBe('0')
  const notified = server.logged.filter((line) => line.includes('a new one signs from now on'))
  expect(notified).toEqual([expect.stringContaining('was encrypted with another ENCRYPTION_KEY')])
  // With the former setting, here or on another instance, the old key signs on: instances do not alternate new keys.
  server.ctx.config = config
  expect(kidsOf(before, await badge()).size).toBe(1)
  expect((await didDocument()).verificationMethod).toHaveLength(known + 1)

  await server.db('certificate_keys').update({ private_sealed: server.db.raw("left(private_sealed, -4) || 'AAAA'") })
  for (const jwt of [before, refresh, await badge()]) expect(await checked(jwt)).toHaveProperty('credentialSubject')
})

test('the shop is named after its host, with a port', () => {
  expect(didOf({ storeUrl: 'https://skillhaat.in' })).toBe('did:web:skillhaat.in')
  expect(didOf({ storeUrl: 'http://localhost:3000' })).toBe('did:web:localhost%3A3000')
})
