import { defineFeature } from '../../platform/features/define-feature.ts'
import { LEDGER, SHOP } from '../../platform/features/manifest.sql.ts'
import * as invariants from './partners.invariants.ts'

/** The partner that a person is who is erased, or whose data are read. */
const OWN = 'select partner_id from partners where user_id = :id'

export default defineFeature({
  invariants,
  optional: {
    name: 'partners',
    alsoIn: [
      'server/contract/partners',
      'server/src/serve/pages/partners.routes.ts',
      'server/test/partner-model.ts',
      'web-store/src/admin/partners',
      'web-store/src/features/partners',
      'e2e/tests/partners.spec.ts',
    ],
  },
  tables: {
    partners: {
      stays: 'money',
      person: {
        erased: ['account_sealed'],
        kept: {
          [LEDGER]: ['user_id'],
          [SHOP]: ['partner_id', 'code'],
          'the number under which tax was deducted, for the years of the books': ['pan_sealed'],
        },
        statement: `update partners set account_sealed = null, pan_sealed = case when exists (
          select from partner_statements s where s.partner_id = partners.partner_id and s.tds_paise > 0) then pan_sealed end
        where user_id = :id`,
      },
      ownData: {
        title: 'You as a partner',
        select: `select t.name, t.code, t.percent, t.window_days, t.membership_payments, t.state, t.since from partners p join partner_terms t on t.partner_id = p.partner_id
        where p.user_id = :id order by t.since`,
        with: ['partner_terms'],
      },
      archive: {
        file: 'partners.csv',
        about: 'who brings buyers, and what was agreed since when; accounts and PANs stay in this shop',
        select: `select p.partner_id, u.email, t.since, t.name, t.code, t.percent, t.window_days, t.membership_payments, t.state
      from partners p join users u on u.id = p.user_id join partner_terms t on t.partner_id = p.partner_id order by p.partner_id, t.since`,
      },
    },
    partner_terms: {
      stays: 'money',
      person: {
        erased: ['name'],
        kept: { [SHOP]: ['partner_id', 'code', 'state'] },
        statement: `update partner_terms set name = null where partner_id in (${OWN})`,
      },
      ownData: { without: 'shown with the partner' },
      archive: { in: 'partners.csv' },
    },
    partner_clients: {
      stays: 'log',
      person: {
        erased: ['partner_id', 'address', 'device'],
        statement: `delete from partner_clients where partner_id in (${OWN})`,
      },
      expires: { column: 'seen_at', days: 90 },
      ownData: { without: 'it is empty' },
      archive: { without: 'the program at work' },
    },
    partner_browsers: {
      stays: 'log',
      person: {
        erased: ['partner_id', 'client'],
        statement: `delete from partner_browsers where partner_id in (${OWN})`,
      },
      expires: { column: 'seen_at', days: 90 },
      ownData: {
        title: 'When you opened your partner page, by browser',
        select: `select seen_at from partner_browsers where partner_id in (${OWN}) order by seen_at`,
      },
      archive: { without: 'the program at work' },
    },
    partner_presses: {
      stays: 'log',
      holds: 'figures, settings and numbers of the shop',
      ownData: {
        title: 'Presses of your partner link',
        select: `select day::text as day, presses from partner_presses where partner_id in (${OWN}) order by day`,
      },
      archive: {
        file: 'partner-presses.csv',
        about: 'presses of the links of partners, by day',
        select: 'select partner_id, day::text as day, presses from partner_presses order by day, partner_id',
      },
    },
    partner_orders: {
      stays: 'money',
      person: {
        erased: ['partner_name'],
        kept: { [SHOP]: ['order_id', 'partner_id', 'code', 'rule'] },
        statement: `update partner_orders set partner_name = null where partner_id in (${OWN})`,
      },
      ownData: {
        title: 'Orders that you brought',
        select: `select code, rule, percent, net_paise, due_at, created_at from partner_orders where partner_id in (${OWN}) order by created_at, order_id`,
      },
      archive: {
        file: 'partner-orders.csv',
        about: 'which order a partner brought, with the share that was agreed',
        select: `select order_id, partner_id, partner_name, code, rule, percent, paid_paise, net_paise, due_at, created_at
      from partner_orders order by created_at, order_id`,
      },
    },
    partner_statements: {
      stays: 'money',
      person: {
        erased: [],
        kept: {
          [SHOP]: ['statement_id', 'partner_id', 'month', 'tds_section', 'tds_code'],
          'the number of a transfer': ['reference'],
        },
      },
      ownData: {
        title: 'Statements of your shares',
        select: `select month, shares_paise, tds_paise, tds_section, reference, paid_at from partner_statements where partner_id in (${OWN}) order by month`,
      },
      archive: {
        file: 'partner-statements.csv',
        about: 'what partners were paid, and the TDS',
        select: `select statement_id, partner_id, month, shares_paise, tds_paise, tds_section, tds_code, reference, paid_at, created_at
      from partner_statements order by month, statement_id`,
      },
    },
    partner_statement_lines: {
      stays: 'money',
      holds: 'what was sold, by course, and its payments and disputes by the ids of the gateway',
      ownData: { without: 'the statements have their sums, and the orders their shares' },
      archive: {
        file: 'partner-statement-lines.csv',
        about: 'the orders of each statement; a minus is a share that a refund took back',
        select:
          'select statement_id, order_id, paise as share_paise from partner_statement_lines order by statement_id, order_id',
      },
    },
    partner_tds: {
      holds: 'figures, settings and numbers of the shop',
      archive: {
        settings:
          'select since::text as partner_tds_since, section, payment_code, basis_points, no_pan_basis_points, threshold_paise from partner_tds order by since',
      },
    },
  },
})
