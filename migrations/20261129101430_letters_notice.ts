/** Marks letters that the law demands: they go to everybody of their segment. */
export const up = 'alter table letters add column notice boolean not null default false;'

export const down = 'alter table letters drop column notice;'
