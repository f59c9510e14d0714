/** Stores looks of certificates, which are never changed: a certificate names the one in force on its day, and the teacher of its course then. */
export const up = `
create table certificate_looks (
  look_id bigint generated always as identity primary key,
  layout text not null check (layout in ('framed', 'panel')),
  signatory text not null,
  signatory_title text not null,
  signature text not null,
  signature_ink bytea,
  created_at timestamptz not null
);
alter table certificates add column look_id bigint references certificate_looks;
alter table certificates add column teacher text not null default '';
create index certificates_look on certificates (look_id);
`

export const down = `
alter table certificates drop column teacher;
alter table certificates drop column look_id;
drop table certificate_looks;
`
