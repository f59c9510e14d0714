import { DAY_MS } from 'contract/indian-time'
import type { Knex } from 'knex'
import { readConfig } from '../../server/src/config.ts'
import { signToken } from '../../server/src/shop/auth/tokens.ts'
import { buildCourse } from '../../server/test/catalogue-factories.ts'
import type { Crowd } from './rush.ts'

const COURSES = 24
const STUDENTS = 60_000

/** Everything that a rush needs of a shop: courses to buy, and students who have bought nothing. */
export async function makeCrowd(db: Knex, dataDir: string): Promise<Crowd> {
  const courses: string[] = []
  for (let n = 0; n < COURSES; n++) courses.push((await buildCourse(db, { price: 99 + 100 * n })).course_id)
  return { students: await makeStudents(db, dataDir), courses, next: 0 }
}

/** Students with a living session; more than come in a rush. */
async function makeStudents(db: Knex, dataDir: string): Promise<Crowd['students']> {
  const config = readConfig({ DATA_DIR: dataDir })
  const { rows } = await db.raw<{ rows: { user_id: string; session_id: string }[] }>(
    `with made as (
       insert into users (user_id, name, email, phone, phone_key, referral_code)
       select 'usr_rush' || n, 'Student ' || n, 'rush' || n || '@example.com', '9' || lpad(n::text, 9, '0'),
         '9' || lpad(n::text, 9, '0'), 'RUSH' || n from generate_series(1, :count) n
       returning id, user_id
     ), opened as (
       insert into sessions (session_id, audience, user_id, expires_at)
       select 'session-' || user_id, 'user', id, now() + interval '1 day' from made returning session_id, user_id
     )
     select made.user_id, opened.session_id from made join opened on opened.user_id = made.id`,
    { count: STUDENTS },
  )
  await db.raw('analyze')
  const issuedAt = new Date()
  const expiresAt = new Date(issuedAt.getTime() + DAY_MS)
  return rows.map(({ user_id, session_id }) => ({
    user_id,
    token: signToken(config, 'user', { session_id, subject: user_id, issuedAt, expiresAt }),
  }))
}
