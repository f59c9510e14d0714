/**
 * Checks the archive of another shop before anything of it is brought: `checking` until its figures are in `checked`, then it waits for its
 * owner.
 */
export const up = `
alter table move_archives add column checked jsonb;
alter table move_archives drop constraint move_archives_state;
alter table move_archives add constraint move_archives_state
  check (state in ('checking', 'checked', 'waiting', 'running', 'done', 'failed'));
`

export const down = `
delete from move_archives where state in ('checking', 'checked');
alter table move_archives drop constraint move_archives_state;
alter table move_archives add constraint move_archives_state check (state in ('waiting', 'running', 'done', 'failed'));
alter table move_archives drop column checked;
`
