/** A refund that failed late, or a lost dispute that was won, left its plan ended although the money is here: such plans go on. */
export const up = `
update plans set ended_at = null, end_kind = null
where end_kind = 'refunded'
  and exists (select from plan_parts p where p.plan_id = plans.plan_id and p.paid_at is null)
  and not exists (
    select from plan_parts p join orders o on o.order_id = p.paid_order_id
    where p.plan_id = plans.plan_id and o.status = 'refunded')
  and exists (select from users u where u.id = plans.user_id and u.deleted_at is null)
  and not exists (
    select from plans other
    where other.user_id = plans.user_id and other.course_id = plans.course_id and other.plan_id <> plans.plan_id
      and other.started_at is not null and other.ended_at is null);
`

export const down = 'select 1;'
