/** What a referral earns, from when on: a purchase earns what held on its day, whatever is set after it. */
export const up = `
create table referral_terms (
  since timestamptz primary key,
  reward_coins integer not null constraint referral_terms_reward check (reward_coins between 0 and 100000)
);
insert into referral_terms select '2000-01-01T00:00:00Z', reward_coins from referral_settings where reward_coins > 0;
`

export const down = `
drop table referral_terms;
`
