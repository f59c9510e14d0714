import { MOST_COUNTED } from 'contract/limits'
import { LINES_SHOWN } from 'contract/move-in/fields'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { buildAdmin } from '../../../test/people-factories.ts'
import { lookUps, plansOf } from '../../../test/query-plans.ts'
import { listMovedPeople } from './letter.queries.ts'

const PEOPLE = MOST_COUNTED + 2_000
const now = new Date('2027-03-04T04:30:00Z')
const MOVE = 'mov_big'

let database: TestDatabase
/** Logins since have each 3rd of the people, refused letters each 1,000th, any refused email each 1,500th; each 4,000th is deleted. */
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  const { id } = await buildAdmin(db)
  const of = { people: PEOPLE, now, move: MOVE, admin: id }
  const steps = [
    `insert into users (user_id, name, email, referral_code, email_refused_at, deleted_at)
      select 'usr_' || n, 'Asha Rao', n || '@example.com', 'R' || n, case when n % 1500 = 0 then cast(:now as timestamptz) end,
        case when n % 4000 = 0 then cast(:now as timestamptz) end
      from generate_series(1, :people) n`,
    `insert into moves (move_id, status, kind, source, file_name, pasted, headings_key, read, rows, done, planned, made_by, made_at)
      values (:move, 'done', 'students', 'graphy', 'a.csv', false, 'email', '{}', :people, :people, :people, :admin, :now)`,
    `insert into move_people (move_id, user_id, made) select :move, id, true from users where id <= :people`,
    `insert into letters (letter_id, move_id, name, subject, blocks, segment, channel, status, made_at, changed_at)
      values ('ltr_big', :move, 'a.csv', 'Moved', '[]', '{"all": []}', 'email', 'sent', :now, :now)`,
    `insert into letter_recipients (letter_id, user_id, channel, receiver, state, due_at, sent_at)
      select 'ltr_big', id, 'email', 'other', case when id % 1000 = 0 then 'refused' else 'handed_over' end, :now, :now
      from users where id <= :people`,
    `insert into sessions (session_id, audience, user_id, created_at, expires_at)
      select 's' || id || n, 'user', id, cast(:now as timestamptz) + n * interval '1 day', cast(:now as timestamptz) + interval '9 days'
      from users, generate_series(case when id % 3 = 0 then 0 else -1 end, case when id % 3 = 0 then 2 else -1 end) n where id <= :people`,
  ]
  for (const sql of steps) {
    const used = Object.entries(of).filter(([name]) => new RegExp(`[^:]:${name}\\b`).test(sql))
    await db.raw(sql, Object.fromEntries(used))
  }
  await db.raw('analyze')
})
afterAll(() => database.drop())

const read = (
  filter: Parameters<typeof listMovedPeople>[2],
  window: { offset?: number; after?: number; limit?: number } = {},
) => listMovedPeople(database.db, MOVE, filter, { now, ...window })
const numbers = Array.from({ length: PEOPLE }, (_, at) => at + 1).filter((n) => n % 4000 !== 0)

test.each([
  ['all', {}, () => true],
  ['who came', { state: 'came' }, (n: number) => n % 3 === 0],
  ['who has not come', { state: 'not_come' }, (n: number) => n % 3 !== 0],
  ['who was refused', { state: 'refused' }, (n: number) => n % 1000 === 0 || n % 1500 === 0],
  ['by words', { q: 'rao 77' }, (n: number) => String(n).includes('77')],
  ['by words who came', { q: 'ASHA 7', state: 'came' }, (n: number) => String(n).includes('7') && n % 3 === 0],
] as const)(
  'pages read on below the total, and after one another, have each person once: %s',
  async (_, filter, isMeant) => {
    const meant = numbers.filter(isMeant).map((n) => `usr_${n}`)
    const [paged, followed]: string[][] = [[], []]
    for (let offset = 0, total = 1; offset < total; offset += 2000) {
      const page = await read(filter, { offset, limit: 2000 })
      paged?.push(...page.people.map(({ user_id }) => user_id))
      total = page.total
    }
    expect(paged).toEqual(meant)
    for (let after: number | undefined = 0; after !== undefined; ) {
      const { people } = await read(filter, { after, limit: 2000 })
      followed?.push(...people.map(({ user_id }) => user_id))
      after = people.at(-1)?.id
    }
    expect(followed).toEqual(meant)
  },
)

test('a person has the first login since the move and the day of the letter', async () => {
  const [person] = (await read({ state: 'came' }, { limit: 1 })).people
  expect(person).toMatchObject({ user_id: 'usr_3', email: '3@example.com', sent_at: now.toISOString() })
  expect(person?.came_at).toBe(now.toISOString())
  expect((await read({}, { limit: 1 })).people).toMatchObject([{ user_id: 'usr_1', came_at: null, courses: [] }])
})

test('a first page looks up logins and courses of its own people alone, and the total stops at the most counted', async () => {
  const { people, total } = await read({})
  expect([people.length, total]).toEqual([LINES_SHOWN, MOST_COUNTED + 1])
  const looked = (await plansOf(database.db, () => read({}))).flatMap(lookUps)
  expect(looked).toHaveLength(2)
  expect(Math.max(...looked)).toBe(LINES_SHOWN + 1)
})
