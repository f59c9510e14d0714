import { randomBytes } from 'node:crypto'
import { clearCode } from 'contract/draw-text'
import { phoneKey } from 'contract/email-and-phone'
import { DAY_MS } from 'contract/indian-time'
import type { Db } from '../../server/src/context.ts'
import { studentCoins } from './student-orders.ts'

/** The student who can log in to the demo; the data folder stores the password (`config.demoPassword`). */
export const DEMO_STUDENT = { name: 'Demo Student', email: 'student@example.com', phone: '9000000001' }

/** A friend who used the student's referral code and redeemed a gift code; cannot log in. */
const DEMO_FRIEND = { name: 'Demo Friend', email: 'friend@example.com', phone: '9000000002' }

export const randomId = (prefix: string) => `${prefix}_${randomBytes(10).toString('hex')}`

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/** Inserts both people and the student's coins; returns their `users.id`. */
export async function insertPeople(
  db: Db,
  passwordHash: string,
  now: Date,
): Promise<{ student: number; friend: number }> {
  const person = (it: typeof DEMO_STUDENT, daysAgo: number) => ({
    ...it,
    user_id: randomId('usr'),
    phone_key: phoneKey(it.phone),
    referral_code: clearCode(8),
    created_at: daysBefore(now, daysAgo),
  })
  const coins = studentCoins.reduce((sum, { change }) => sum + change, 0)
  const student = await insertUser(db, { ...person(DEMO_STUDENT, 41), password_hash: passwordHash, coins })
  const friend = await insertUser(db, { ...person(DEMO_FRIEND, 12), referred_by: student })

  let balance = 0
  const ledger = studentCoins.map(({ change, reason, daysAgo }) => {
    balance += change
    return { user_id: student, change, balance_after: balance, reason, created_at: daysBefore(now, daysAgo) }
  })
  await db('coin_ledger').insert(ledger)
  return { student, friend }
}

async function insertUser(db: Db, row: object): Promise<number> {
  const [inserted] = await db('users').insert(row).returning<{ id: number }[]>('id')
  if (!inserted) throw new Error('The demo user was not written')
  return inserted.id
}
