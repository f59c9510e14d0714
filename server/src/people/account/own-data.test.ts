import { afterAll, beforeAll, expect, test } from 'vitest'
import { breaks } from '../../../test/invariants.ts'
import { awaitMail } from '../../../test/mails.ts'
import { buildUser, PASSWORD } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, payInSilence } from '../../../test/shopper.ts'
import { patiently } from '../../platform/db/knex.ts'
import { declaredTables, ownDataParts, personTables } from '../../platform/features/features.ts'
import { walletIsItsEntries } from '../../shop/users/users.invariants.ts'
import { tablesWithoutPart } from './own-data.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** A student with an order of two seats, paid, and its documents made. */
async function buyer() {
  const shopper = await buildShopper(server)
  const { orderId, link } = await shopper.buyOne(2)
  await payInSilence(server, link)
  await server.api(await server.adminToken('owner')).orders.recheck({ params: { order_id: orderId } })
  const { email } = await server.db('users').where({ id: shopper.user.id }).first('email')
  await awaitMail(server.dataDir, email, orderId)
  return { ...shopper, orderId, email: String(email) }
}

test('every table of which something stays after its person is in the own data, or left out for a reason', () => {
  const shown = ownDataParts.flatMap(({ tables }) => tables)
  const forgotten = personTables.filter(({ table }) => !shown.includes(table) && !declaredTables.get(table)?.ownData)
  expect(
    forgotten.map(({ table }) => table),
    'tables without ownData in their feature.ts',
  ).toEqual([])
})

test('a table of students that nobody wrote a part for is in the own data as it is', async () => {
  await server.db.raw(`create table saved_carts (
    id bigint generated always as identity primary key,
    student_id bigint not null references users (id) on delete cascade,
    words text not null,
    made_at timestamptz not null)`)
  const [mine, other] = [await buildUser(server.db), await buildUser(server.db)]
  const made_at = '2026-11-25T03:00:00+00:00'
  await server.db('saved_carts').insert([
    { student_id: mine.id, words: 'second', made_at },
    { student_id: other.id, words: 'not mine', made_at },
  ])
  const { parts } = await server.api(await server.userToken(mine)).account.ownData()
  expect(parts.find(({ title }) => title === 'Saved carts')?.rows).toEqual([{ words: 'second', made_at }])
  await server.db.raw('drop table saved_carts')
})

test('no table of students that is shown as it is keeps a secret', async () => {
  const whole = (await tablesWithoutPart(server.db)).map(({ table }) => table)
  const { rows } = await server.db.raw(
    `select table_name, column_name from information_schema.columns
    where table_name = any(:whole) and column_name ~ 'hash|token|secret|password|key'`,
    { whole },
  )
  expect(rows, 'columns that the own data shows: write ownData in the feature.ts without them').toEqual([])
})

test('the own data holds what was bought and learnt, and nothing of anybody else', async () => {
  const { student, orderId, email, user } = await buyer()
  const other = await buyer()
  const { parts, made_at, names } = await student.account.ownData()
  const rowsOf = (title: string) => parts.find((part) => part.title === title)?.rows ?? []
  expect(Date.parse(made_at)).not.toBeNaN()
  expect(rowsOf('Account')).toEqual([expect.objectContaining({ user_id: user.user_id, email })])
  expect(rowsOf('Orders')).toEqual([expect.objectContaining({ order_id: orderId, status: 'paid' })])
  expect(rowsOf('Courses in your orders')).toEqual([expect.objectContaining({ order_id: orderId, quantity: 2 })])
  expect(rowsOf('Your courses')).toHaveLength(1)
  expect(names[String(rowsOf('Your courses')[0]?.course_id)]).toMatch(/\w/)
  expect(rowsOf('Gift codes you bought or redeemed')).toHaveLength(1)
  expect(rowsOf('Receipts, invoices and credit notes')).toHaveLength(1)
  expect(rowsOf('Logged-in devices')).not.toEqual([])
  const text = JSON.stringify(parts)
  expect(text).not.toMatch(/password|token_hash|\$argon2|\$scrypt/)
  for (const mark of [other.email, other.orderId, other.user.user_id]) expect(text).not.toContain(mark)
})

test('the own data of an account with 66,000 rows of one kind is whole', async () => {
  breaks(server.db, walletIsItsEntries, 'the entries are many rows of a table, and no balance')
  const user = await buildUser(server.db)
  await patiently(server.db, (trx) =>
    trx.raw(
      `insert into coin_ledger (user_id, change, balance_after, reason) select :id, 1, n, 'referral' from generate_series(1, 66000) n`,
      { id: user.id },
    ),
  )
  const { parts } = await server.api(await server.userToken(user)).account.ownData()
  expect(parts.find(({ title }) => title === 'Coins')?.rows).toHaveLength(66_000)
})

test('students delete their account by the password: all of it is gone, the order stays, one mail says so', async () => {
  const { student, user, orderId, email } = await buyer()
  await expect(student.account.deleteOwn({ current_password: 'not this one' })).rejects.toMatchObject({
    status: 422,
    code: 'wrong_password',
  })
  await expect(student.account.profile()).resolves.toMatchObject({ email })

  await student.account.deleteOwn({ current_password: PASSWORD })
  await awaitMail(server.dataDir, email, 'Your account is deleted')
  await expect(student.account.profile()).rejects.toMatchObject({ status: 401 })
  await expect(student.account.deleteOwn({ current_password: PASSWORD })).rejects.toMatchObject({ status: 401 })
  await expect(server.api().auth.login({ email, phone: '', password: PASSWORD })).rejects.toMatchObject({ status: 401 })
  expect(await server.db('users').where({ id: user.id }).first()).toMatchObject({ email: null, phone: null })
  expect(await server.db('orders').where({ order_id: orderId }).first()).toMatchObject({ user_id: user.id })
  // The address is free for a new account.
  await buildUser(server.db, { email })
})

test('the queue drops a deletion mail with its address after a minute, other mails after a week', async () => {
  const { student, email } = await buyer()
  await student.account.deleteOwn({ current_password: PASSWORD })
  await awaitMail(server.dataDir, email, 'Your account is deleted')
  const { rows } = await server.db.raw(`select name, deletion_seconds from pgboss.job where data::text like :mark`, {
    mark: `%${email}%`,
  })
  expect(rows).toEqual([{ name: 'account-deleted-mail', deletion_seconds: 60 }])
})

test('an unproven address neither reads nor deletes support requests of others', async () => {
  const email = 'writes.to.support@example.com'
  const { ticket_no } = await server
    .api()
    .tickets.create({ name: 'Asha Rao', email, subject: 'My refund', message: 'Where is the money?' })
  const squatter = server.api(await server.userToken(await buildUser(server.db, { email, email_proven_at: null })))
  const { parts } = await squatter.account.ownData()
  expect(parts.find(({ title }) => title === 'Your messages to us')?.rows).toEqual([])
  await squatter.account.deleteOwn({ current_password: PASSWORD })
  expect(await server.db('tickets').where({ email })).toMatchObject([{ ticket_no }])
  const holder = server.api(await server.userToken(await buildUser(server.db, { email, email_proven_at: new Date() })))
  const mine = (await holder.account.ownData()).parts.find(({ title }) => title === 'Your messages to us')
  expect(mine?.rows).toMatchObject([{ ticket_no, message: 'Where is the money?' }])
  await holder.account.deleteOwn({ current_password: PASSWORD })
  expect(await server.db('tickets').where({ email })).toEqual([])
})
