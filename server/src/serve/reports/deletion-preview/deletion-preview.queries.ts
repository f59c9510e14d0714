import type { Db } from '../../../context.ts'

export type CourseDeletionPreview = {
  course_id: string
  name: string
  students: number
  open_orders: number
  open_gift_codes: number
  lessons: number
  promocodes: { id: string; promocode: string; discount: number }[]
  promocodes_total: number
}

/** Finds what depends on a catalogue course; undefined when it is unknown or deleted. Names at most 20 codes. */
export async function findDeletionPreview(db: Db, courseId: string): Promise<CourseDeletionPreview | undefined> {
  const { rows } = await db.raw<{ rows: CourseDeletionPreview[] }>(
    `select c.course_id, c.name,
      (select count(*) from enrolments e where e.course_id = c.course_id and e.revoked_at is null and not e.continued) as students,
      (select count(distinct l.order_id) from order_lines l join orders o using (order_id)
        where (l.course_id = c.course_id or l.bundle_id = c.course_id) and o.status = 'created') as open_orders,
      (select count(*) from gift_codes g
        where (g.course_id = c.course_id or (g.order_id, g.course_id) in (
          select l.order_id, l.bundle_id from order_lines l where l.course_id = c.course_id))
          and g.redeemed_at is null and g.revoked_at is null) as open_gift_codes,
      (select count(*) from lessons l where l.course_id = c.course_id) as lessons,
      (select count(*) from promocodes p where p.course_id = c.course_id or c.course_id = any(p.course_ids)) as promocodes_total,
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id::text, 'promocode', p.promocode, 'discount', p.discount)
          order by p.promocode)
        from (select * from promocodes where course_id = c.course_id or c.course_id = any(course_ids) order by promocode limit 20) p), '[]') as promocodes
    from courses c
    where c.course_id = :courseId and c.deleted_at is null`,
    { courseId },
  )
  return rows[0]
}
