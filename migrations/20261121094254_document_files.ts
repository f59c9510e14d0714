/**
 * The PDF of each document, byte for byte as first drawn, with its SHA-256. An issued document is retained for 72
 * months (CGST Act, section 36) and never changes: neither its row nor its file can be overwritten or deleted. The
 * bytes are already compressed.
 */
export const up = `
create table document_files (
  document_id text primary key references documents (document_id),
  sha256 text not null,
  bytes bytea not null,
  kept_at timestamptz not null,
  constraint document_files_hash check (sha256 = encode(sha256(bytes), 'hex'))
);
alter table document_files alter column bytes set storage external;

create function keep_issued_document() returns trigger language plpgsql as $$
begin
  raise exception 'an issued document never changes: %.%', tg_table_name, old.document_id;
end $$;
create trigger documents_never_change before update or delete on documents
  for each row execute function keep_issued_document();
create trigger document_files_never_change before update or delete on document_files
  for each row execute function keep_issued_document();
`

export const down = `
drop trigger documents_never_change on documents;
drop table document_files;
drop function keep_issued_document();
`
