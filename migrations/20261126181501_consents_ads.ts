/**
 * Students may agree that the shop tells Meta and Google of their purchases. Meta asks for the browser in which they agreed, which is
 * stored while they do.
 */
export const up = `
alter table consents drop constraint consents_purpose_check;
alter table consents add constraint consents_purpose_check check (purpose in ('news_email', 'news_message', 'ads'));

create table ad_agents (
  user_id bigint primary key references users (id) on delete cascade,
  agent text not null,
  address text not null,
  agreed_at timestamptz not null
);
`

export const down = `
drop table ad_agents;
delete from consents where purpose = 'ads';
alter table consents drop constraint consents_purpose_check;
alter table consents add constraint consents_purpose_check check (purpose in ('news_email', 'news_message'));
`
