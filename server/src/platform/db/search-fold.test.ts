import { fold } from 'contract/fold'
import { hasEveryWord } from 'contract/search-words'
import { codeKey } from 'contract/typed-keys'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let owner: ReturnType<TestServer['api']>
beforeAll(async () => {
  server = await startTestServer({ work: false })
  owner = server.api(await server.adminToken())
})
afterAll(() => server.stop())

/** One word in two spellings, as people type it. */
const PAIRS = [
  ['फ़रीदा', 'फरीदा'],
  ['फ़रीदा', 'फ\u093cरीदा'],
  ['हिन्दी', 'हिंदी'],
  ['हिँदी', 'हिंदी'],
  ['गङ्गा', 'गंगा'],
  ['चम्पा', 'चंपा'],
  ['दर्\u200dयाबाई', 'दर्याबाई'],
  ['क्\u200cष', 'क्ष'],
  ['ठण्डा', 'ठंडा'],
  ['पञ्चम', 'पंचम'],
  ['বাংলা', 'বাঙ্লা'.replace('ঙ্ল', 'ংল')],
  ['চাঁদ', 'চাংদ'],
  ['ব়াড়ি', 'বাড়ি'],
  ['ਸਿੰਘ', 'ਸਿਂਘ'],
  ['ગાઁધી', 'ગાંધી'],
  ['ಹಿನ್ದಿ', 'ಹಿಂದಿ'],
  ['తెలుఁగు', 'తెలుంగు'],
  // A letter without its vowel has a sign of its own since Unicode 5.1 (Malayalam) and 4.1 (Bengali).
  ['അവന്\u200d', 'അവൻ'],
  ['ണ്\u200d ര്\u200d ല്\u200d ള്\u200d ക്\u200d', 'ൺ ർ ൽ ൾ ൿ'],
  ['മ്\u200d യ്\u200d ഴ്\u200d', 'ൔ ൕ ൖ'],
  ['അന്\u200dപത്', 'അൻപത്'],
  ['ত্\u200d', 'ৎ'],
  ['९८७', '987'],
  ['௧௨௩', '123'],
  ['ＡＳＨＡ', 'asha'],
  ['José', 'JOSE'],
  ['Ｒｅｅｌｓ１०१', 'reels101'],
  ['Asha\u00adRao\u200b', 'asharao'],
] as const

test.each(PAIRS)('%s and %s are one word in every search', async (one, other) => {
  expect(fold(one)).toBe(fold(other))
  expect(hasEveryWord(`x ${one} y`, other)).toBe(true)
  const { rows } = await server.db.raw('select search_fold(:one) as one, search_fold(:other) as other', { one, other })
  expect(rows[0]).toEqual({ one: fold(one), other: fold(other) })
})

test('the database folds each sign of the scripts of India as the program does', async () => {
  const signs: string[] = []
  for (const [from, to] of [
    [0x20, 0x180],
    [0x900, 0xd80],
    [0x2000, 0x2070],
    [0xff00, 0xff60],
  ] as const)
    for (let point = from; point < to; point++) {
      const sign = String.fromCodePoint(point)
      if (!/[\p{Cn}\p{Cc}]/u.test(sign)) signs.push(sign, `न्${sign}म्क`)
    }
  const { rows } = await server.db.raw<{ rows: { sign: string; folded: string }[] }>(
    'select sign, search_fold(sign) as folded from unnest(cast(:signs as text[])) sign',
    { signs },
  )
  const differ = rows.filter(({ sign, folded }) => fold(sign) !== folded)
  expect(differ).toEqual([])
})

test('a student, a course and their order are found in each spelling', async () => {
  const user = await buildUser(server.db, { name: 'फ़रीदा गङ्गा सिंह' })
  const course = await buildCourse(server.db, { name: 'हिन्दी शिक्षक कोर्स' })
  for (const q of ['फरीदा', 'गंगा सिंह', 'गङ्गा']) {
    const users = await owner.users.list({ q })
    expect([q, users.map(({ user_id }) => user_id)]).toEqual([q, [user.user_id]])
    const { hits } = await owner.overview.search({ q })
    expect([q, hits.filter(({ kind }) => kind === 'user').map(({ id }) => id)]).toEqual([q, [user.user_id]])
  }
  for (const q of ['हिंदी', 'हिन्दी', 'हिँदी शिक्षक']) {
    const { hits } = await owner.overview.search({ q })
    expect([q, hits.filter(({ kind }) => kind === 'course').map(({ id }) => id)]).toEqual([q, [course.course_id]])
  }
})

test('the searches of students and courses use an index of folded texts', async () => {
  const plan = await server.db.transaction(async (trx) => {
    await trx.raw(`insert into users (user_id, name, email, phone, phone_key, referral_code)
      select 'usr_' || n, 'Asha ' || n, n || '@example.com', n, n, n from generate_series(1000000, 1004000) n`)
    await trx.raw('analyze users')
    await trx.raw('set local enable_seqscan = off')
    const { rows } = await trx.raw<{ rows: { 'QUERY PLAN': string }[] }>(
      `explain select id from users where deleted_at is null and (search_fold(name) like '%farida%' or search_fold(email) like '%farida%')`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('users_name_fold')
  expect(plan).toContain('users_email_fold')
})

test.each([
  'SAVE10',
  'save10.',
  '“save10”',
  '*SAVE10*',
  '_save10_',
  'SAVE10।',
  '(save10)',
  ' ‘Save10’, ',
  'ＳＡＶＥ10…',
  'save10\u200b',
])('the pasted code %s is SAVE10', (typed) => {
  expect(codeKey(typed)).toBe('SAVE10')
})
