import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  {
    title: 'Payouts to partners',
    words: 'affiliate commission statement bank file csv mark as paid utr',
    tab: 'partners',
    params: { part: 'payouts-to-partners' },
  },
  {
    title: 'TDS of partners',
    words: '194H 393 tax deducted pan',
    tab: 'partners',
    params: { part: 'tds-of-partners' },
  },
]
