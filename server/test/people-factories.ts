import { randomBytes, randomInt } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { phoneKey } from 'contract/email-and-phone'
import type { AdminRole, Db } from '../src/context.ts'
import { newAdminId, newReferralCode, newUserId } from '../src/shop/auth/new-ids.ts'
import { applyCoinChange } from '../src/shop/users/coins.queries.ts'

// The lowest cost: a hash contains its own cost, and the tests create many.
const cheapHash = (password: string) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** The default password of everyone created here. */
export const PASSWORD = 'Mango-Kulfi-42'

export type BuiltUser = {
  id: number
  user_id: string
  name: string
  email: string
  phone: string
  password: string
  referral_code: string
}

type UserRow = Partial<Omit<BuiltUser, 'id'>> & {
  coins?: number
  referred_by?: number
  created_at?: Date
  email_proven_at?: Date | null
}

/** Creates a student with a proven address who can log in with `password`. */
export async function buildUser(db: Db, input: UserRow = {}): Promise<BuiltUser> {
  const { password = PASSWORD, coins = 0, ...row } = input
  const user = {
    user_id: newUserId(),
    name: 'Asha Verma',
    email: `${randomBytes(6).toString('hex')}@example.com`,
    phone: `9${randomInt(100_000_000, 1_000_000_000)}`,
    referral_code: newReferralCode(),
    email_proven_at: new Date(),
    ...row,
  }
  const stored = { ...user, phone_key: phoneKey(user.phone), password_hash: await cheapHash(password) }
  const [inserted] = await db('users').insert(stored).returning('id')
  const { email_proven_at: _, ...built } = user
  if (coins > 0)
    await applyCoinChange(db, { userId: inserted.id, change: coins, reason: 'added', adminId: null, now: new Date() })
  return { ...built, id: inserted.id, password }
}

export type BuiltAdmin = { id: number; admin_id: string; email: string; password: string }

type AdminFields = { email?: string; password?: string; role?: AdminRole }

/** Creates an admin who can log in with `password`. */
export async function buildAdmin(db: Db, input: AdminFields = {}): Promise<BuiltAdmin> {
  const { password = PASSWORD, email = `${randomBytes(6).toString('hex')}@example.com`, role = 'owner' } = input
  const admin = { admin_id: newAdminId(), email }
  const [inserted] = await db('admins')
    .insert({ ...admin, role, password_hash: await cheapHash(password) })
    .returning('id')
  return { ...admin, id: inserted.id, password }
}
