import { expiryInstant } from 'contract/expiry'
import { addDays, indianDay } from 'contract/indian-time'
import type { Db } from '../../server/src/context.ts'

/** `days` counts from the day of the seed, in Indian time; a code after its day shows 'Promocode has expired'. */
const codes: { promocode: string; discount: number; days: number; course_id: string | null }[] = [
  { promocode: 'WELCOME10', discount: 10, days: 365, course_id: null },
  { promocode: 'REELS20', discount: 20, days: 90, course_id: 'reels-growth-mega-bundle' },
  { promocode: 'DIWALI25', discount: 25, days: -10, course_id: null },
  { promocode: 'FREE100', discount: 100, days: 60, course_id: 'bio-link-in-an-hour' },
]

export async function insertPromocodes(db: Db, now: Date): Promise<void> {
  await db('promocodes').insert(
    codes.map(({ days, ...code }) => {
      const expiry_date = addDays(indianDay(now), days)
      return { ...code, expiry_date, expires_at: new Date(expiryInstant(expiry_date) ?? Number.NaN), created_at: now }
    }),
  )
}
