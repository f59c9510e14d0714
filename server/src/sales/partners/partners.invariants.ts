import { invariant } from '../../platform/invariants/invariant.ts'

export const shareIsItsRate = invariant(
  'A partner was never promised more of an order than its rate of what was paid.',
  `select o.order_no as id, 'statements over ' || l.paise || ' paise, ' || t.percent || ' % of ' || t.net_paise as what
  from (select order_id, sum(paise) as paise from partner_statement_lines group by 1) l
  join partner_orders t on t.order_id = l.order_id join orders o on o.order_id = l.order_id
  where l.paise < 0 or l.paise > div(t.net_paise::numeric * t.percent, 100)`,
)

export const shareIsOfMoney = invariant(
  'A partner shares in an order by what was charged for it, and in none that was never paid.',
  `select o.order_no as id, o.status || ', charged ' || coalesce(o.captured_paise, o.total_paise) || ' paise, shared by ' || t.paid_paise as what
  from partner_orders t join orders o on o.order_id = t.order_id
  where o.paid_at is null or t.paid_paise <> coalesce(o.captured_paise, o.total_paise)`,
)

export const statementIsItsLines = invariant(
  'The statement of a partner adds up to its orders.',
  `select s.statement_id as id, s.month || ': ' || s.shares_paise || ' paise, lines over ' || coalesce(l.paise, 0) as what
  from partner_statements s left join (select statement_id, sum(paise) as paise from partner_statement_lines group by 1) l using (statement_id)
  where s.shares_paise <> coalesce(l.paise, 0)`,
)

export const noShareOfOwnPurchase = invariant(
  'A partner earns nothing by an own purchase.',
  `select o.order_no as id, 'bought by the account of ' || t.partner_id as what
  from partner_orders t join orders o on o.order_id = t.order_id join partners p on p.partner_id = t.partner_id and p.user_id = o.user_id`,
)
