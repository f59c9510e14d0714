/**
 * Remembers in which cluster and timeline this database last ran: another one may have come back
 * without the last papers.
 */
export const up = `
create table known_place (
  single boolean primary key default true check (single),
  system_identifier text,
  timeline integer
);
`

export const down = 'drop table known_place;'
