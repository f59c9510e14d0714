/**
 * `finance` reads money and documents, refunds, and creates codes; it has no access to courses, admins or gateway keys.
 */
export const up = `
alter table admins drop constraint admins_role,
  add constraint admins_role check (role in ('owner', 'editor', 'support', 'finance'));
`

export const down = `
update admins set role = 'support' where role = 'finance';
alter table admins drop constraint admins_role,
  add constraint admins_role check (role in ('owner', 'editor', 'support'));
`
