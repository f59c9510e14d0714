/** A draft may have no price yet, which is 0. A course on sale has one. */
export const up = `
alter table courses
  drop constraint courses_price_positive,
  add constraint courses_price check (price_paise > 0 or (price_paise = 0 and state in ('draft', 'archived')));
`

/** Drafts without a price get the smallest that a gateway takes. */
export const down = `
update courses set price_paise = 100 where price_paise = 0;
alter table courses
  drop constraint courses_price,
  add constraint courses_price_positive check (price_paise > 0);
`
