/** Says where an offer is shown: as a box at checkout, or on the page after paying. Offers so far are at checkout. */
export const up = `
alter table offers add column place text not null default 'checkout',
  add constraint offers_place check (place in ('checkout', 'after'));
`

export const down = `
alter table offers drop column place;
`
