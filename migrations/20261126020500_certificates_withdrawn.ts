/** Certificates deleted with their holder's account: a digest of each number, and no personal data. */
export const up = `
create table withdrawn_certificates (
  code_hash bytea primary key
);
`

export const down = `
drop table withdrawn_certificates;
`
