import { languages, translations } from 'contract/languages'
import { SHARE_HEIGHT, SHARE_WIDTH } from 'contract/share-picture'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildEnrolment } from '../../../../test/catalogue-factories.ts'
import { buildUser } from '../../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { newCode } from '../../../courses/certificates/certificate-code.ts'
import { insertCertificate } from '../../../courses/certificates/certificates.queries.ts'
import { inLanguage } from '../../../platform/language/language.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

async function certificate(target = server, name = 'प्रिया श्रीवास्तव') {
  const user = await buildUser(target.db, { name: 'Account Name' })
  const { course_id } = await buildEnrolment(target.db, { user_id: user.id })
  const printed = {
    course_name: 'Reels <that> sell',
    shop_name: 'SkillHaat',
    issued_at: new Date('2026-11-20T20:00:00Z'),
  }
  const code = newCode()
  await insertCertificate(target.db, { code, user_id: user.id, course_id, name, ...printed })
  return { code, user, course_id }
}

const page = async (code: string, target = server, query = '') => {
  const answer = await target.request(`/c/${code}${query}`)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** Returns the body's visible text, without the shop's sign. */
const read = (html: string) =>
  (/<main>(.*)<\/main>/s.exec(html)?.[1] ?? '')
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('the check page shows four facts, the way to the course, and nothing else of anybody', async () => {
  const { code, user, course_id } = await certificate()
  const { status, text, headers } = await page(code)
  expect(status).toBe(200)
  expect(read(text)).toBe(
    'Certificate of completion Valid Name प्रिया श्रीवास्तव Course Reels &lt;that&gt; sell Issued on 21 November 2026 See the course',
  )
  for (const own of [user.email, user.phone, user.user_id, 'Account Name']) expect(text).not.toContain(own)
  expect(text).toContain(`href="/course/${course_id}"`)
  await server.db('courses').where({ course_id }).update({ state: 'draft' })
  expect((await page(code)).text).not.toContain(course_id)
  expect(headers.get('x-robots-tag')).toContain('noindex')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(text).toContain('<meta name="robots" content="noindex">')
  const typed = code.toUpperCase().replace(/(.{5})/g, '$1-')
  expect(read((await page(typed)).text)).toContain('प्रिया श्रीवास्तव')
})

test('a revoked one says so without the reason, one of a deleted account was withdrawn, and names nobody', async () => {
  const { code, user } = await certificate()
  const owner = server.api(await server.adminToken('owner'))
  const [row] = (await owner.certificates.list({ q: code })).certificates
  const params = { certificate_id: String(row?.certificate_id) }
  await owner.certificates.revoke({ params, body: { reason: 'The final task was copied.' } })
  const revoked = await page(code)
  expect(read(revoked.text)).toContain('Certificate of completion Revoked Name')
  expect(revoked.text).not.toContain('copied')
  await owner.users.delete({ params: { id: user.user_id } })
  const withdrawn = await page(code)
  expect(withdrawn.status).toBe(410)
  expect(read(withdrawn.text)).toMatch(/^Withdrawn by its holder This certificate was issued here/)
  for (const own of ['श्रीवास्तव', 'Account Name', user.user_id]) expect(withdrawn.text).not.toContain(own)
  expect(JSON.stringify(await server.db('withdrawn_certificates'))).not.toContain(code)
})

test.each(translations)(
  'the check page in %s, which the reader chose there, has no English word left',
  async (language) => {
    const { code } = await certificate()
    const { tag } = languages[language]
    const { t, longDay } = inLanguage(language)
    const query = `?lang=${language}`
    const found = await page(code, server, query)
    expect(read(found.text)).toBe(
      [
        t('Certificate of completion'),
        t('Valid'),
        t('Name'),
        'प्रिया श्रीवास्तव',
        t('Course'),
        'Reels &lt;that&gt; sell',
        t('Issued on'),
        longDay('2026-11-20T20:00:00Z'),
        t('See the course'),
      ].join(' '),
    )
    const gone = await certificate()
    await server.api(await server.adminToken()).users.delete({ params: { id: gone.user.user_id } })
    const shown = [found, await page(newCode(), server, query), await page(gone.code, server, query)]
    for (const { text } of shown) {
      expect(text).toContain(`<html lang="${tag}">`)
      expect(text).toContain(`href="?lang=${language}" hreflang="${tag}" lang="${tag}" aria-current="true">`)
      expect(text).toContain(`<a class="logo" href="/${language}">`)
      expect(read(text).replace('Reels &lt;that&gt; sell', '')).not.toMatch(/[A-Za-z]/)
    }
    // English is the printed address, and what is no language of ours.
    for (const other of ['', '?lang=en', '?lang=xx', '?lang=constructor'])
      expect((await page(code, server, other)).text).toContain('<html lang="en-IN">')
  },
)

test('every address that is no certificate gets the same answer', async () => {
  const { code } = await certificate()
  const other = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`
  const answers = await Promise.all(
    [newCode(), other, 'x', code.slice(1), "'; drop table", '%00', 'a'.repeat(2000)].map((one) =>
      page(encodeURIComponent(one)),
    ),
  )
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
  expect(read(answers[0]?.text ?? '')).toContain('No such certificate')
  const named = (headers: Headers) => [...headers.keys()].filter((name) => name !== 'x-request-id').sort()
  expect(new Set(answers.map(({ headers }) => named(headers).join()))).toHaveProperty('size', 1)
})

test('guessing is refused after 60 looks of a client, also for a number that is known', async () => {
  const limited = await startTestServer({ work: false, env: { RATE_LIMITS: 'on' } })
  try {
    const { code } = await certificate(limited)
    for (let at = 0; at < 60; at++) expect((await page(newCode(), limited)).status).toBe(404)
    const refused = await page(code, limited)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(read(refused.text)).toContain('Too many certificates checked')
    expect(refused.text).not.toContain('श्रीवास्तव')
  } finally {
    await limited.stop()
  }
})

test.each([
  ['Latin', 'Venkata Satyanarayana Lakshmi Narasimha Rao Bahadur Kuchibhotla'],
  ['Devanagari', 'प्रिया श्रीवास्तव'],
  ['Kannada', 'ಶ್ರದ್ಧಾ ಗೌಡ'],
  ['Urdu', 'محمد علی'],
])(
  'a valid certificate has a picture to share with a name in %s, which ends when it is revoked',
  async (_script, name) => {
    const { code, user, course_id } = await certificate(server, name)
    const path = `/c/${code}/picture.jpg`
    const { text } = await page(code)
    expect(text).toContain(`<meta property="og:image" content="${server.ctx.config.storeUrl}${path}">`)
    expect(text).toContain('Reels &lt;that&gt; sell"')
    const answer = await server.request(path)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    })
    const picture = sharp(Buffer.from(await answer.arrayBuffer()))
    expect(await picture.metadata()).toMatchObject({ format: 'jpeg', width: SHARE_WIDTH, height: SHARE_HEIGHT })
    const written = await picture.extract({ left: 104, top: 176, width: 790, height: 124 }).toBuffer()
    const { channels } = await sharp(written).stats()
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(30)
    await server
      .db('enrolments')
      .where({ user_id: user.id, course_id })
      .update({ revoked_at: server.ctx.now(), taken_by_hand: true })
    const revoked = await server.request(path)
    expect(revoked.status).toBe(404)
    expect(revoked.headers.get('cache-control')).toBe('no-store')
    expect((await page(code)).text).not.toContain('og:image')
  },
)

test('an unknown number, and one of a deleted account, have no picture', async () => {
  const { code, user } = await certificate()
  await server.api(await server.adminToken()).users.delete({ params: { id: user.user_id } })
  for (const one of [code, newCode(), 'x', encodeURIComponent("'; drop")]) {
    const answer = await server.request(`/c/${one}/picture.jpg`)
    expect(answer.status, one).toBe(404)
    expect(await answer.text()).toBe('Picture not found')
  }
})
