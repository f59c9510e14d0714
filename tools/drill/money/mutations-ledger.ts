import type { Mutation } from './mutation.ts'

const orders = 'server/src/sales/orders'

/** Faults around the money: documents, referrals, ownership, constraints, backups. */
export const ledgerMutations: readonly Mutation[] = [
  {
    file: 'server/contract/tax.ts',
    find: '(numerator * 2n + denominator) / (denominator * 2n)',
    replace: 'numerator / denominator',
    test: 'server/contract/tax.test.ts',
    named: '',
  },
  {
    file: 'server/src/sales/documents/facts.ts',
    find: '(left, part) => left - (part?.[key] ?? 0)',
    replace: '(left) => left',
    test: 'server/src/sales/documents/documents.test.ts',
    named: 'credit notes take back what was refunded',
  },
  {
    file: 'server/src/sales/documents/refund-papers.ts',
    find: "refund?.status !== 'processed' || ",
    replace: '',
    test: 'server/src/sales/documents/debit-notes.test.ts',
    named: 'fails after its note gets a debit note',
  },
  {
    file: 'server/src/sales/documents/facts.ts',
    find: 'cgst_paise: sameState ? tax / 2 : 0',
    replace: 'cgst_paise: tax / 2',
    test: 'server/src/sales/documents/documents.test.ts',
    named: 'of 1,000 orders sum to what was charged',
  },
  {
    file: 'server/src/sales/referrals/referrals.service.ts',
    find: '-reward.coins, reason',
    replace: '-1, reason',
    test: 'server/src/sales/referrals/referrals.test.ts',
    named: 'takes the reward back',
  },
  {
    file: 'server/src/sales/referrals/referrals.queries.ts',
    find: 'where since <= o.paid_at',
    replace: 'where o.paid_at is not null',
    test: 'server/src/sales/referrals/referrals.test.ts',
    named: 'what held on its day',
  },
  {
    file: 'server/src/sales/referrals/referrals.queries.ts',
    find: 'mailbox(u.email) is distinct from',
    replace: "mailbox(u.email) || 'x' is distinct from",
    test: 'server/src/sales/referrals/referrals.test.ts',
    named: 'by way of a second account',
  },
  {
    file: 'server/src/context.ts',
    find: 'if (user.user_id !== userId)',
    replace: "if (userId === '')",
    test: 'server/test/matrix.test.ts',
    named: 'calls that name a user return 403',
  },
  {
    file: 'server/src/serve/http/admin-writes.ts',
    find: '!route.roles.includes(admin.role)',
    replace: 'route.roles.length === 0',
    test: 'server/test/matrix.test.ts',
    named: 'by role',
  },
  {
    file: 'migrations/20261126182202_baseline.ts',
    find: 'create unique index orders_one_open',
    replace: 'create index orders_one_open',
    test: `${orders}/checkout/buy.test.ts`,
    named: '20 parallel identical buys',
  },
  {
    file: 'server/src/serve/commands/backup/read-archive.ts',
    find: "if (!tail.equals(await tailOf(whole.digest('hex'))))",
    replace: 'if (tail.length === 0)',
    test: 'server/src/serve/commands/backup/backup.test.ts',
    named: 'F9 a backup of a shop at work',
  },
  {
    file: 'server/src/shop/users/coins.queries.ts',
    find: 'or coins + cast(:change as bigint) >= 0',
    replace: 'or true',
    test: 'server/src/shop/users/users.test.ts',
    named: 'K6',
  },
]
