/**
 * For how long each order sold its courses, for a statement of another feature that has to stay one. A bundle has a period where all of its
 * courses have the same.
 */
export const SOLD_PERIODS = `(select order_id, course_id, access_period from order_lines where bundle_id is null
  union all select order_id, bundle_id, case when count(distinct coalesce(access_period, '')) = 1 then min(access_period) end
  from order_lines where bundle_id is not null group by order_id, bundle_id)`

/** The courses of each sold bundle, as its order has them. */
export const SOLD_BUNDLES = `(select order_id, bundle_id, position, course_id, course_name, access_period from order_lines
  where bundle_id is not null)`
