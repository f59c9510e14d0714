/** Stores the e-invoice portal's answers, each with the number that it registered a paper under. */
export const up = `
create table einvoice_answers (
  document_id text primary key references documents (document_id),
  irn text not null unique check (irn ~ '^[0-9a-f]{64}$'),
  ack_no text not null,
  ack_at timestamptz not null,
  status text not null check (status in ('ACT', 'CNL')),
  signed_qr text not null,
  signed_invoice text,
  imported_at timestamptz not null
);
`

export const down = `
drop table einvoice_answers;
`
