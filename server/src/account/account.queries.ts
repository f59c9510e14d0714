import type { Db } from '../context.ts'

export type ProfileRow = {
  name: string
  user_id: string
  email: string
  phone: string
  coins: number
  referral_code: string
}

export async function findProfile(db: Db, userId: number): Promise<ProfileRow | undefined> {
  return db('users')
    .where({ id: userId })
    .whereNull('deleted_at')
    .first('name', 'user_id', 'email', 'phone', 'coins', 'referral_code')
}

export type DashboardRow = ProfileRow & {
  referred_by: string | null
  /** Newest enrolment first. */
  courses: { course_id: string; course_name: string; course_banner: string }[]
}

/** The student with the courses of all living enrolments, those that left the catalogue included. */
export async function findDashboard(db: Db, userId: number): Promise<DashboardRow | undefined> {
  const { rows } = await db.raw<{ rows: DashboardRow[] }>(
    `select u.name, u.user_id, u.email, u.phone, u.coins, u.referral_code, referrer.referral_code as referred_by,
      coalesce((
        select jsonb_agg(
          jsonb_build_object('course_id', c.course_id, 'course_name', c.name, 'course_banner', c.banner)
          order by e.granted_at desc, e.id desc)
        from enrolments e
        join courses c using (course_id)
        where e.user_id = u.id and e.revoked_at is null
      ), '[]') as courses
    from users u
    left join users referrer on referrer.id = u.referred_by
    where u.id = :userId and u.deleted_at is null`,
    { userId },
  )
  return rows[0]
}

export type ProfileChange = { name: string; email: string; phone: string; phone_key: string }

/** Answers the row and the contact data before the change. Breaks a unique constraint when email or phone is taken. */
export async function updateProfile(
  db: Db,
  userId: number,
  change: ProfileChange,
): Promise<(ProfileRow & { old_email: string; old_phone: string }) | undefined> {
  const { rows } = await db.raw<{ rows: (ProfileRow & { old_email: string; old_phone: string })[] }>(
    `with old as (
      select id, email, phone from users where id = :userId and deleted_at is null for update
    )
    update users u set name = :name, email = :email, phone = :phone, phone_key = :phone_key
    from old
    where u.id = old.id
    returning u.name, u.user_id, u.email, u.phone, u.coins, u.referral_code,
      old.email as old_email, old.phone as old_phone`,
    { ...change, userId },
  )
  return rows[0]
}
