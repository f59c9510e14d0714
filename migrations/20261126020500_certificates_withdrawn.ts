/** Certificates that went with the account of their holder: a digest of each number, and nothing of the person. */
export const up = `
create table withdrawn_certificates (
  code_hash bytea primary key
);
`

export const down = `
drop table withdrawn_certificates;
`
