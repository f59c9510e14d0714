// What is left of the tolerance between a browser's clock and ours: it is given once for a run of beats, not with each.
export const up = `
alter table learning_beats add column tolerance_seconds double precision not null default 2
  constraint learning_beats_tolerance check (tolerance_seconds between 0 and 2);
`

export const down = `
alter table learning_beats drop column tolerance_seconds;
`
