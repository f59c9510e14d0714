/** Lists offers that buyers may take until they end, at `:now`. */
export const OPEN_OFFERS = `(select course_id, price_paise from offers
  where deleted_at is null and active and coalesce(ends_at >= :now, true))`
