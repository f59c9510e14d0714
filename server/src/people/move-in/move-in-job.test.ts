import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { accessOf, mover, tableFile } from '../../../test/moves.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startProgram } from '../../../test/program.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { runMoves } from './run-move.ts'

let server: TestServer
let api: ApiClient
let moves: ReturnType<typeof mover>
beforeAll(async () => {
  server = await startTestServer({ work: false })
  api = server.api(await server.adminToken('owner'))
  moves = mover(server, api)
})
afterAll(() => server.stop())

const never = new AbortController().signal
const many = (prefix: string, count: number, course: string) =>
  tableFile('Email,Course', ...Array.from({ length: count }, (_, at) => `${prefix}.${at}@example.com,${course}`))
const brought = async (moveId: string) =>
  Number((await server.db('enrolments').where({ move_id: moveId }).count({ total: '*' }).first())?.total)

test.each(['move-in:before-commit', 'move-in:after-commit'] as const)(
  'a process killed at %s leaves each row once, and the next one resumes',
  async (point) => {
    const { name } = await buildCourse(server.db, { name: `Killed at ${point}` })
    const { move_id } = await moves.plan(many(point.replace(':', '.'), 1_200, name))
    await api.moveIn.run({ move_id })
    const doomed = await startProgram({
      DATABASE_URL: String(server.ctx.config.databaseUrl),
      DATA_DIR: server.dataDir,
      ...server.bucket,
      PORT: '0',
      SEED: 'none',
      RATE_LIMITS: 'off',
      FAILPOINT: point,
    })
    await doomed.ended
    const chunk = point === 'move-in:before-commit' ? 0 : 500
    expect([(await api.moveIn.get({ move_id })).done, await brought(move_id)]).toEqual([chunk, chunk])
    await runMoves(server.ctx, never)
    expect(await api.moveIn.get({ move_id })).toMatchObject({ status: 'done', done: 1_200, of: 1_200 })
    expect(await brought(move_id)).toBe(1_200)
  },
)

test('two instances at one move bring each row once', async () => {
  const { name } = await buildCourse(server.db, { name: 'Of two instances' })
  const { move_id } = await moves.plan(many('both', 1_700, name))
  await api.moveIn.run({ move_id })
  const other = await startTestServer({ beside: server, work: false })
  await Promise.all([runMoves(server.ctx, never), runMoves(other.ctx, never)])
  await runMoves(server.ctx, never)
  await other.stop()
  expect(await api.moveIn.get({ move_id })).toMatchObject({ status: 'done', done: 1_700, counts: { accounts: 1_700 } })
  expect(await brought(move_id)).toBe(1_700)
})

test('a stopped move brings no further row, and another run goes on', async () => {
  const { name } = await buildCourse(server.db, { name: 'Stopped' })
  const { move_id } = await moves.plan(many('stopped', 20, name))
  await api.moveIn.run({ move_id })
  expect(await api.moveIn.stop({ move_id })).toMatchObject({ status: 'stopped', done: 0 })
  await runMoves(server.ctx, never)
  expect(await brought(move_id)).toBe(0)
  expect(await moves.run(move_id)).toMatchObject({ status: 'done', done: 20 })
  await expect(api.moveIn.run({ move_id })).rejects.toMatchObject({ code: 'conflict' })
})

test('an account that appeared after the plan gets the course, and a phone is whose the table says', async () => {
  const { name, course_id } = await buildCourse(server.db, { name: 'Appeared' })
  const file = tableFile(
    'Email,Phone,Course',
    `late@example.com,9812300001,${name}`,
    `other.late@example.com,9812300002,${name}`,
  )
  const { move_id, counts } = await moves.plan(file)
  expect(counts.accounts).toBe(2)
  await buildUser(server.db, { email: 'late@example.com', phone: '9812300002' })
  expect(await moves.run(move_id)).toMatchObject({ counts: { new: 1, existing: 1, accounts: 1, noted: 0 } })
  expect(await accessOf(server, 'late@example.com')).toMatchObject([{ course_id }])
  expect(await server.db('users').where({ email: 'other.late@example.com' }).first()).toMatchObject({
    phone: '9812300002',
    phone_key: '9812300002',
  })
  expect(await server.db('users').where({ email: 'late@example.com' }).first()).toMatchObject({ phone_key: null })
})

test('a chunk has the same statements for any number of rows, in an empty and a filled shop', async () => {
  const { name } = await buildCourse(server.db, { name: 'Counted' })
  const statements = async (prefix: string, rows: number) => {
    const { move_id } = await moves.plan(many(prefix, rows, name))
    await api.moveIn.run({ move_id })
    let count = 0
    // The shop has statements of its own meanwhile.
    const listen = ({ sql }: { sql: string }) => {
      if (/\b(users|enrolments|waiting_courses|lesson_progress|moves|move_rows|move_people)\b/.test(sql)) count += 1
    }
    server.db.on('query', listen)
    await runMoves(server.ctx, never)
    server.db.removeListener('query', listen)
    expect(count).toBeGreaterThan(10)
    return count
  }
  const few = await statements('few', 2)
  expect([await statements('more', 400), await statements('again', 450)]).toEqual([few, few])
})

test('an undone move takes back what nobody has used, and removes the accounts it made', async () => {
  const { db } = server
  const course = await buildCourse(db, { name: 'Undone' })
  await buildLesson(db, { course_id: course.course_id })
  const [known, ending] = [await buildUser(db), await buildUser(db)]
  const { order_id } = await buildEnrolment(db, { user_id: ending.id, course_id: course.course_id })
  await db('order_lines').where({ order_id }).update({ access_period: 'P1M' })
  const ends_at = new Date(server.ctx.now().getTime() + 86_400_000)
  await db('enrolments').where({ user_id: ending.id }).update({ access_period: 'P1M', ends_at })
  const line = (email: string) => `${email},Undone,100%,31/12/2099`
  const emails = ['gone.undone@example.com', 'came.undone@example.com', known.email, ending.email]
  const { move_id } = await moves.plan(tableFile('Email,Course,Progress,Valid till', ...emails.map(line)))
  expect(await moves.run(move_id)).toMatchObject({
    counts: { enrolments: 4 },
    undo_until: expect.any(String),
    letter: { recipients: 4, sent: 0, came: 0 },
  })
  const arrived = await db('users').where({ email: 'came.undone@example.com' }).first()
  await db('users').where({ id: arrived.id }).update({ email_proven_at: server.ctx.now() })
  const undone = await api.moveIn.undo({ move_id })
  expect(undone).toMatchObject({
    status: 'undone',
    message:
      '3 courses taken back from 3 people, 1 accounts removed. 1 people have logged in since and keep their courses.',
  })
  expect(await db('users').where({ email: 'gone.undone@example.com' })).toEqual([])
  expect(await Promise.all(emails.map(async (email) => (await accessOf(server, email)).length))).toEqual([0, 1, 0, 1])
  expect(await accessOf(server, ending.email)).toMatchObject([{ move_id: null }])
  expect(await db('lesson_progress').where({ move_id })).toHaveLength(1)
  await expect(api.moveIn.undo({ move_id })).rejects.toMatchObject({ code: 'conflict' })
  const late = await moves.move(tableFile('Email,Course', 'late.undone@example.com,Undone'))
  await db('moves')
    .where({ move_id: late.move_id })
    .update({ finished_at: new Date(Date.now() - 8 * 86_400_000) })
  await expect(api.moveIn.undo({ move_id: late.move_id })).rejects.toMatchObject({ code: 'conflict' })
})

test('past orders move in as history, and courses as drafts; the same file again changes nothing', async () => {
  const orders = tableFile(
    'Order number,Email,Course,Amount,Date',
    'A-1,order@example.com,Old reels,"₹1,499/-",05/04/2025',
  )
  expect(await moves.move(orders)).toMatchObject({ kind: 'orders', counts: { new: 1 }, undo_until: expect.any(String) })
  expect(await server.db('past_orders').where({ order_ref: 'A-1' })).toMatchObject([
    { amount_paise: 149_900, course: 'Old reels' },
  ])
  expect((await moves.plan(orders)).lines[0]).toMatchObject({ state: 'same' })
  const courses = tableFile(
    'Title,Description,Price',
    'Glaze at home,Learn to glaze,"1,499/-"',
    'Glaze at home,Again,1',
  )
  const planned = await moves.plan(courses)
  expect(planned.lines.map(({ state, reason }) => [state, reason])).toEqual([
    ['new', null],
    ['skipped', 'Same as row 2'],
  ])
  expect(await moves.run(planned.move_id)).toMatchObject({ kind: 'courses', counts: { courses: 1 } })
  expect(await server.db('courses').where({ name: 'Glaze at home' })).toMatchObject([
    { state: 'draft', price_paise: 149_900 },
  ])
  expect((await moves.plan(courses)).lines[0]).toMatchObject({ state: 'same', reason: 'Is the same here' })
})

test('support moves in students, editors courses; neither sees the moves of the other', async () => {
  const [support, editor] = [
    server.api(await server.adminToken('support')),
    server.api(await server.adminToken('editor')),
  ]
  const students = await mover(server, support).plan(tableFile('Email', 'roles@example.com'), {
    course_ids: [(await buildCourse(server.db)).course_id],
  })
  const forbidden = { status: 403, code: 'forbidden' }
  const { move_id } = students
  for (const call of ['get', 'lines', 'draft', 'run', 'stop', 'undo'] as const)
    await expect(editor.moveIn[call]({ move_id })).rejects.toMatchObject(forbidden)
  const courses = await editor.moveIn.start({ file: tableFile('Title,Price', 'Kiln,99') })
  const columns = { Title: 'name', Price: 'price' }
  await expect(
    editor.moveIn.plan({ move_id: courses.move_id, kind: 'students', columns, mail: false }),
  ).rejects.toMatchObject(forbidden)
  await editor.moveIn.plan({ move_id: courses.move_id, kind: 'courses', columns, mail: false })
  await expect(support.moveIn.get({ move_id: courses.move_id })).rejects.toMatchObject(forbidden)
  const ids = async (client: ApiClient) => (await client.moveIn.list()).moves.map((move) => move.move_id)
  expect([(await ids(editor)).includes(move_id), (await ids(editor)).includes(courses.move_id)]).toEqual([false, true])
  expect(await ids(support)).toContain(move_id)
  await expect(support.moveIn.get({ move_id: 'mov_unknown' })).rejects.toMatchObject({ status: 404 })
})

test('K8: the rows of an erased person go, with the file that holds them; own data has them before', async () => {
  const { name } = await buildCourse(server.db, { name: 'Erased' })
  const { move_id } = await moves.plan(
    tableFile('Email,Name,Course', `kiran.erased@example.com,Kiran,${name}`, `x,Nobody,${name}`),
  )
  await moves.run(move_id)
  const unplanned = await api.moveIn.start({ file: tableFile('Email,Name', 'kiran.erased@example.com,Kiran') })
  const user = await server.db('users').where({ email: 'kiran.erased@example.com' }).first()
  const own = await server.api(await server.userToken(user)).account.ownData()
  expect(own.parts.find(({ title }) => title.startsWith('Rows of lists'))?.rows).toMatchObject([
    { cells: ['kiran.erased@example.com', 'Kiran', name] },
  ])
  await api.users.delete({ params: { id: user.user_id } })
  const left = [await server.db('moves').whereIn('move_id', [move_id, unplanned.move_id]), await server.db('move_rows')]
  expect(JSON.stringify(left)).not.toMatch(/kiran/i)
  await expect(api.moveIn.readAgain({ move_id: unplanned.move_id })).rejects.toMatchObject({ code: 'conflict' })
})
