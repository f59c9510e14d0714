import * as enrolments from '../src/courses/enrolments/enrolments.invariants.ts'
import * as groups from '../src/courses/groups/groups.invariants.ts'
import * as letters from '../src/people/letters/letters.invariants.ts'
import * as orderMoves from '../src/people/order-moves/order-moves.invariants.ts'
import type { Invariant } from '../src/platform/invariants/invariant.ts'
import * as documents from '../src/sales/documents/documents.invariants.ts'
import * as gifts from '../src/sales/gifts/gifts.invariants.ts'
import * as memberships from '../src/sales/memberships/memberships.invariants.ts'
import * as orders from '../src/sales/orders/orders.invariants.ts'
import * as partners from '../src/sales/partners/partners.invariants.ts'
import * as parts from '../src/sales/parts/parts.invariants.ts'
import * as promocodes from '../src/sales/promocodes/promocodes.invariants.ts'
import * as referrals from '../src/sales/referrals/referrals.invariants.ts'
import * as workshops from '../src/sales/workshops/workshops.invariants.ts'
import * as users from '../src/shop/users/users.invariants.ts'

/** Students by `users.id`: `BUYER` has an order of course `c1`, `GONE` was erased. */
const [BUYER, FRIEND, GONE] = [1, 2, 3]

const AT = "timestamptz '2026-12-01 06:30:00Z'"
export const NOW = new Date('2026-12-01T09:30:00Z')

type Sale = { user?: number; course?: string; paise?: number; quantity?: number; status?: string; paper?: boolean }

/** SQL of an order that was paid three hours ago by one payment, with its access and its receipt. */
const sale = (
  id: string,
  { user = BUYER, course = 'c1', paise = 10_000, quantity = 1, status = 'paid', paper = true }: Sale = {},
) => `
  insert into orders (order_id, order_no, user_id, status, fingerprint, subtotal_paise, discount_paise, total_paise, captured_paise, payment_id, created_at, expires_at, paid_at)
    values ('${id}', '${id}', ${user}, '${status}', '${id}', ${paise}, 0, ${paise}, ${paise}, 'pay_${id}', ${AT}, ${AT}, ${AT});
  insert into order_lines (order_id, position, course_id, course_name, course_banner, price_paise, quantity, discount_paise, total_paise)
    values ('${id}', 0, '${course}', 'A course', '/b.webp', ${paise / quantity}, ${quantity}, 0, ${paise});
  insert into order_payments (payment_id, order_id, amount_paise, currency, status, captured, created_at)
    values ('pay_${id}', '${id}', ${paise}, 'INR', 'captured', true, ${AT});
  ${grant(id, user, course)}
  ${paper ? paperOf(id, 'receipt', paise) : ''}`

const grant = (order: string, user: number, course: string, until = 'null') => `
  insert into enrolments (user_id, course_id, order_id, granted_at, given_until, ends_at) values (${user}, '${course}', '${order}', ${AT}, ${until}, ${until});`

const paperOf = (order: string, kind: string, paise: number, refund = 'null') => `
  insert into document_series (series, last_number) values ('${kind}', 1) on conflict (series) do update set last_number = document_series.last_number + 1;
  insert into documents (document_id, order_id, refund_id, kind, series, number, serial, facts, issued_at)
    select '${kind}_${order}', '${order}', ${refund}, '${kind}', series, last_number, left(series, 3) || last_number, '{"total_paise": ${paise}}', ${AT}
    from document_series where series = '${kind}';`

const refund = (order: string, paise: number, more = '') => `
  insert into refunds (refund_id, order_id, payment_id, amount_paise, status, reason, origin, channel, created_at, updated_at)
    values ('rfnd_${order}${more}', '${order}', 'pay_${order}', ${paise}, 'processed', 'because', 'admin', 'gateway', ${AT}, ${AT});
  ${paperOf(`${order}`, 'refund_receipt', paise, `'rfnd_${order}${more}'`)}`

const date = (seats: number) => `
  insert into course_runs (run_id, course_id, starts_at, ends_at, seats, sells_until, replay_days)
    values ('run', 'c2', '2026-12-20', '2026-12-21', ${seats}, '2026-12-20', 4);`
const seat = (order: string, user: number) => `
  ${sale(order, { user, course: 'c2' })}
  update enrolments set given_until = '2026-12-25', ends_at = '2026-12-25' where order_id = '${order}';
  insert into run_seats (order_id, run_id, user_id, course_id, held_until, taken_at) values ('${order}', 'run', ${user}, 'c2', ${AT}, ${AT});`

const mandate = (user: number) => `
  insert into memberships (membership_id, name, course_ids, price_paise, period, grace_days, state, created_at)
    values ('club', 'Club', '{c2}', 10000, 'month', 3, 'on_sale', ${AT});
  insert into members (member_id, membership_id, user_id, subscription_id, short_url, gateway_state, created_at) values ('member', 'club', ${user}, 'sub', 'https://rzp.io/x', 'active', ${AT});`
const debit = (order: string) => `
  ${sale(order, { course: 'c2' })}
  update enrolments set given_until = '2027-01-04', ends_at = '2027-01-04' where order_id = '${order}';
  update orders set channel = 'membership' where order_id = '${order}';
  insert into member_debits (payment_id, member_id, order_id, from_at, to_at, stray, course_ids, made_at)
    values ('pay_${order}', 'member', '${order}', '2026-12-01', '2027-01-01', false, '{c2}', ${AT});`

const partner = (paid: number) => `
  insert into partners (partner_id, user_id, code, created_at) values ('p', ${FRIEND}, 'PARTNER', ${AT});
  insert into partner_orders (order_id, partner_id, code, rule, percent, paid_paise, net_paise, due_at, created_at)
    values ('o1', 'p', 'PARTNER', 'link', 10, ${paid}, ${paid}, ${AT}, ${AT});`
const statement = (shares: number, line: number) => `
  insert into partner_statements (statement_id, partner_id, month, shares_paise, tds_paise, created_at) values ('s', 'p', '2026-12', ${shares}, 0, ${AT});
  insert into partner_statement_lines (statement_id, order_id, paise) values ('s', 'o1', ${line});`

/** A plan of two parts of course `c2`, the first of them paid. */
const plan = (user: number) => `
  ${sale('part', { user, course: 'c2' })}
  update enrolments set given_until = '2027-01-10', ends_at = '2027-01-10' where order_id = 'part';
  insert into plans (plan_id, user_id, course_id, course_name, every_days, grace_days, created_at, started_at) values ('plan', ${user}, 'c2', 'A course', 30, 3, ${AT}, ${AT});
  insert into plan_parts (plan_id, part, amount_paise, due_on, paid_order_id, paid_at) values ('plan', 1, 10000, '2026-12-01', 'part', ${AT}), ('plan', 2, 10000, '2027-01-01', null, null);
  insert into plan_orders (order_id, plan_id, part) values ('part', 'plan', 1);`

const ledger = (change: number, account: string) => `
  insert into coin_ledger (user_id, change, balance_after, reason, account, order_id) select id, ${change}, coins + ${change}, 'x', '${account}', 'o1' from users where id = ${BUYER};
  update users set coins = coins + ${change} where id = ${BUYER};`

/** An order of course `c1` that is not paid yet, with the code 900. */
const open = (id: string) => `
  insert into orders (order_id, order_no, user_id, status, fingerprint, subtotal_paise, discount_paise, total_paise, promocode_id, created_at, expires_at)
    values ('${id}', '${id}', ${FRIEND}, 'created', '${id}', 10000, 5000, 5000, 900, ${AT}, ${AT});
  insert into order_lines (order_id, position, course_id, course_name, course_banner, price_paise, quantity, discount_paise, total_paise)
    values ('${id}', 0, 'c2', 'A course', '/b.webp', 10000, 1, 5000, 5000);`

/** Each invariant with SQL that breaks it in the shop, and nothing else. */
export const planted: readonly (readonly [Invariant, string])[] = [
  [users.walletIsItsEntries, `update users set coins = 5 where id = ${BUYER}`],
  [orders.channelIsHowItWasMade, `update orders set channel = 'membership' where order_id = 'o1'`],
  [orders.linesAreTheOrder, `update order_lines set discount_paise = 100, total_paise = 9900 where order_id = 'o1'`],
  [orders.statusIsTheMoney, `update orders set status = 'partially_refunded' where order_id = 'o1'`],
  [
    orders.refundsWithinPayment,
    `update orders set status = 'refunded' where order_id = 'o1'; update enrolments set revoked_at = ${AT}; ${refund('o1', 10_000)}
    insert into refunds (refund_id, order_id, payment_id, amount_paise, status, origin, channel) values ('again', 'o1', 'pay_o1', 100, 'pending', 'admin', 'gateway')`,
  ],
  [orders.paidOpensCourse, `update enrolments set revoked_at = ${AT} where order_id = 'o1'`],
  [
    orders.ungivenGoesBack,
    `update enrolments set revoked_at = ${AT} where order_id = 'o1';
    insert into order_events (order_id, kind, detail, created_at) values ('o1', 'already_owned', 'c1', ${AT})`,
  ],
  [
    orders.accessIsPaid,
    `update orders set status = 'expired', paid_at = null, payment_id = null where order_id = 'free'`,
  ],
  [
    orders.refundedSeatIsClosed,
    `update orders set status = 'partially_refunded' where order_id = 'o1'; ${refund('o1', 5_000)}
    insert into refund_seats (refund_id, course_id, seat) values ('rfnd_o1', 'c1', 0)`,
  ],
  [orders.accessIsAsSold, `update order_lines set access_period = 'P30D' where order_id = 'o1'`],
  [
    orders.coinsFollowMoney,
    `insert into coin_spends (order_id, user_id, coins, returned, created_at) values ('o1', ${BUYER}, 10, 10, ${AT})`,
  ],
  [
    orders.coinsOfOrdersAreEntries,
    `insert into coin_spends (order_id, user_id, coins, returned, created_at) values ('o1', ${BUYER}, 10, 0, ${AT})`,
  ],
  [
    orders.lostDisputeIsBooked,
    `insert into disputes (dispute_id, order_id, payment_id, status, amount_paise, deducted_paise, noted_at) values ('d', 'o1', 'pay_o1', 'lost', 10000, 10000, ${AT})`,
  ],
  [gifts.giftForEachSeat, sale('two', { user: FRIEND, course: 'c2', quantity: 2 })],
  [
    gifts.giftIsPaid,
    `insert into orders (order_id, order_no, user_id, status, fingerprint, subtotal_paise, discount_paise, total_paise, created_at, expires_at, paid_at)
      values ('lost', 'lost', ${FRIEND}, 'refunded', 'lost', 20000, 0, 20000, ${AT}, ${AT}, ${AT});
    insert into order_lines (order_id, position, course_id, course_name, course_banner, price_paise, quantity, discount_paise, total_paise)
      values ('lost', 0, 'c1', 'A course', '/b.webp', 10000, 2, 0, 20000);
    insert into gift_codes (code, order_id, course_id, seat) values ('G', 'lost', 'c1', 1)`,
  ],
  [
    gifts.redeemedGiftIsOpen,
    `${sale('two', { user: FRIEND, course: 'c2', quantity: 2 })}
    insert into gift_codes (code, order_id, course_id, seat, redeemed_by, redeemed_at) values ('G', 'two', 'c2', 1, ${BUYER}, ${AT})`,
  ],
  [
    promocodes.codeIsHeldOnce,
    `insert into promocodes (id, promocode, discount, expiry_date, expires_at, max_uses) overriding system value values (900, 'HALF', 50, '2030-01-01', '2030-01-01', 5);
    ${open('open1')} ${open('open2')}`,
  ],
  [referrals.rewardsAreEntries, ledger(5, 'rewards')],
  [
    referrals.rewardFollowsOrder,
    `${ledger(5, 'rewards')}
    insert into referral_rewards (referred_id, referrer_id, order_id, coins, created_at, taken_back_at, taken_back_coins) values (${FRIEND}, ${BUYER}, 'o1', 5, ${AT}, ${AT}, 0)`,
  ],
  [documents.papersAreTheMoney, sale('unbilled', { user: FRIEND, course: 'c2', paper: false })],
  [
    documents.notesAreTheRefunds,
    // The sums of the order are right, and each note is over the other's refund.
    `update orders set status = 'partially_refunded' where order_id = 'o1'; ${refund('o1', 1_000)}
    insert into refunds (refund_id, order_id, payment_id, amount_paise, status, origin, channel, created_at, updated_at)
      values ('failed', 'o1', 'pay_o1', 500, 'failed', 'admin', 'gateway', ${AT}, ${AT});
    ${paperOf('o1', 'credit_note', 500, "'failed'")}
    update orders set captured_paise = 9500 where order_id = 'o1'`,
  ],
  [
    documents.papersOfPaidOrders,
    `update orders set status = 'expired', paid_at = null, payment_id = null where order_id = 'free'; update enrolments set revoked_at = ${AT} where order_id = 'free'; ${paperOf('free', 'receipt', 0)}`,
  ],
  [
    documents.numbersAreOnce,
    `${sale('next', { user: FRIEND, course: 'c2' })} update document_series set last_number = 1`,
  ],
  [
    documents.noTestPaperInBooks,
    `insert into document_series (series, last_number) values ('TEST/1', 1);
    insert into documents (document_id, order_id, kind, series, number, serial, facts, issued_at)
      values ('practice', 'free', 'receipt', 'TEST/1', 1, 'TEST/1', '{"total_paise": 0}', ${AT})`,
  ],
  [workshops.seatsWithinLimit, `${date(1)} ${seat('s1', BUYER)} ${seat('s2', FRIEND)}`],
  [
    workshops.oneSeatEach,
    `${date(5)} ${seat('s1', BUYER)} update enrolments set continued = true where order_id = 's1'; ${seat('s2', BUYER)}`,
  ],
  [workshops.seatIsAccess, `${date(1)} ${seat('s1', BUYER)} update course_runs set replay_days = 5`],
  [
    memberships.oneDebitForEachCycle,
    `${mandate(BUYER)} ${debit('d1')} update enrolments set continued = true where order_id = 'd1'; ${debit('d2')}`,
  ],
  [memberships.mandateHasMember, mandate(GONE)],
  [memberships.debitOpensCourses, `${mandate(BUYER)} ${debit('d1')} update members set end_wanted_at = ${AT}`],
  [partners.shareIsItsRate, `${partner(10_000)} ${statement(1_001, 1_001)}`],
  [partners.shareIsOfMoney, partner(20_000)],
  [partners.statementIsItsLines, `${partner(10_000)} ${statement(900, 1_000)}`],
  [partners.noShareOfOwnPurchase, `${partner(10_000)} update partners set user_id = ${BUYER}`],
  [parts.paidPartIsAnOrder, `${plan(BUYER)} delete from plan_orders`],
  [
    parts.dueIsNotOwned,
    `${plan(BUYER)} update enrolments set continued = true, ends_at = null where order_id = 'part'; update enrolments set given_until = 'infinity' where order_id = 'part'; update enrolments set continued = false where order_id = 'part'`,
  ],
  [
    parts.planEndsWithItsMoney,
    `${plan(BUYER)} update orders set status = 'refunded' where order_id = 'part'; update enrolments set revoked_at = ${AT} where order_id = 'part'; ${refund('part', 10_000)}`,
  ],
  [
    groups.groupHasAccess,
    `insert into telegram_config (token_sealed, secret_sealed, bot_id, username) values ('x', 'x', 1, 'bot');
    insert into telegram_groups (chat_id, title, since) values (-5, 'Group', ${AT});
    update courses set extras = '{"group": {"chat_id": -5, "title": "Group"}}' where course_id = 'c2';
    insert into group_members (user_id, chat_id, invite_link, telegram_id, state, changed_at) values (${BUYER}, -5, 'https://t.me/x', 7, 'in', ${AT})`,
  ],
  [
    enrolments.accessIsItsGrants,
    `update enrolments set ends_at = given_until, given_until = '2027-01-01', access_period = null where order_id = 'o1'`,
  ],
  [
    letters.lettersGoToTheAgreed,
    `insert into letters (letter_id, name, subject, blocks, segment, channel, status, made_at, changed_at)
      values ('letter', 'News', 'News', '[]', '{"all": []}', 'email', 'sent', ${AT}, ${AT});
    insert into consents (user_id, purpose, agreed, changed_at) values (${BUYER}, 'news_email', true, '2026-11-01'), (${BUYER}, 'news_email', false, '2026-11-02'), (${FRIEND}, 'news_email', true, '2026-11-01');
    insert into letter_recipients (letter_id, user_id, channel, receiver, state, due_at, handing_at)
      select 'letter', id, 'email', 'other', 'handed_over', ${AT}, ${AT} from users where id in (${BUYER}, ${FRIEND})`,
  ],
  [
    enrolments.waitingCourseIsGiven,
    `insert into admins (id, admin_id, email, password_hash) overriding system value values (900, 'adm', 'adm@example.com', 'x');
    insert into waiting_courses (email, course_id, given_by, given_at) select email, 'c2', 900, ${AT} from users where id = ${BUYER}`,
  ],
  [
    orderMoves.movedOrderHasOneHolder,
    `${sale('two', { course: 'c2' })}
    insert into order_lines (order_id, position, course_id, course_name, course_banner, price_paise, quantity, discount_paise, total_paise)
      values ('two', 1, 'c3', 'A course', '/b.webp', 0, 1, 0, 0);
    ${grant('two', FRIEND, 'c3')}`,
  ],
]

/** SQL of a shop whose orders, access and papers agree: three students, two courses, a paid order and a free one. */
export const SMALL_SHOP = `
    insert into users (id, user_id, name, email, referral_code, email_proven_at, created_at, deleted_at) overriding system value values
      (${BUYER}, 'usr_buyer', 'Asha', 'asha@example.com', 'A', ${AT}, ${AT}, null),
      (${FRIEND}, 'usr_friend', 'Ravi', 'ravi@example.com', 'R', ${AT}, ${AT}, null),
      (${GONE}, 'usr_gone', 'Deleted user', null, 'G', null, ${AT}, ${AT});
    insert into courses (course_id, name, description, long_description, header_text, header_below, price_paise, banner)
      values ('c1', 'One', '', '', '', '', 10000, '/b.webp'), ('c2', 'Two', '', '', '', '', 10000, '/b.webp'),
      ('c3', 'Three', '', '', '', '', 10000, '/b.webp');
    ${sale('o1')}
    insert into orders (order_id, order_no, user_id, status, fingerprint, subtotal_paise, discount_paise, total_paise, created_at, expires_at, paid_at)
      values ('free', 'free', ${FRIEND}, 'paid', 'free', 10000, 10000, 0, ${AT}, ${AT}, ${AT});
    insert into order_lines (order_id, position, course_id, course_name, course_banner, price_paise, quantity, discount_paise, total_paise)
      values ('free', 0, 'c1', 'A course', '/b.webp', 10000, 1, 10000, 0);
    ${grant('free', FRIEND, 'c1')}`
