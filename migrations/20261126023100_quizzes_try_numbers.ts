/**
 * Numbers a student's attempts at a quiz, so that they count after older ones are deleted. The default serves instances
 * of the previous version, which write none.
 */
export const up = `
alter table quiz_attempts add column number integer not null default 1;
update quiz_attempts a set number = counted.number
from (
  select attempt_id, row_number() over (partition by user_id, lesson_id order by attempt_id) as number from quiz_attempts
) counted
where counted.attempt_id = a.attempt_id and counted.number > 1;
alter table quiz_attempts add constraint quiz_attempts_number check (number > 0);
`

export const down = `
alter table quiz_attempts drop column number;
`
