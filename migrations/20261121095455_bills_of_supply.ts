/**
 * Bills of supply, which a registered supplier issues for untaxed sales (CGST Rules, 49), and the company's
 * identification number, which the Companies Act requires on documents (section 12(3)(c)); empty without a company.
 */
export const up = `
alter table documents
  drop constraint documents_kind,
  add constraint documents_kind
    check (kind in ('receipt', 'invoice', 'bill_of_supply', 'credit_note', 'refund_receipt'));
alter table tax_settings add column cin text not null default '';
`

export const down = `
alter table tax_settings drop column cin;
alter table documents
  drop constraint documents_kind,
  add constraint documents_kind check (kind in ('receipt', 'invoice', 'credit_note', 'refund_receipt'));
`
