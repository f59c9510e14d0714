/** The payment code of a deduction, which returns of tax name since April 2026: 1006 for commission by section 393(1). */
export const up = `
alter table partner_tds add column payment_code text;
update partner_tds set payment_code = '1006' where section = '393(1)';
alter table partner_statements add column tds_code text;
update partner_statements set tds_code = '1006' where tds_section = '393(1)';
`

export const down = `
alter table partner_statements drop column tds_code;
alter table partner_tds drop column payment_code;
`
