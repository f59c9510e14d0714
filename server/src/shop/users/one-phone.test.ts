import { phoneDigits, phoneKey } from 'contract/email-and-phone'
import { expect, onTestFinished, test } from 'vitest'
import { up } from '../../../../migrations/20261126023200_users_one_phone.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { buildUser } from '../../../test/people-factories.ts'

/** Returns the key as earlier versions wrote it. */
const formerKey = (phone: string) => {
  const digits = phoneDigits(phone)
  return /^((00)?91|0)\d{10}$/.test(digits) ? digits.slice(-10) : digits
}

test('accounts with former keys are found by phone, and twins of one number stay apart', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const phones = ['0919876500001', '919876500002', '00919876500003', '9198765000', '00447911123456', '0919876500002']
  const [, , , , , twin] = phones
  const users = []
  for (const phone of phones) {
    const user = await buildUser(database.db)
    await database
      .db('users')
      .where({ id: user.id })
      .update({ phone, phone_key: formerKey(phone) })
    users.push({ id: user.id, phone })
  }
  await database.db.raw(up)
  const stored = await database
    .db('users')
    .whereIn(
      'id',
      users.map(({ id }) => id),
    )
    .orderBy('id')
    .pluck('phone_key')
  expect(stored).toEqual(phones.map((phone) => (phone === twin ? formerKey(phone) : phoneKey(phone))))
  await database.db.raw(up)
  expect(await database.db('users').orderBy('id').pluck('phone_key')).toEqual(stored)
})
