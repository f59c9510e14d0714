import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'promocodes',
    label: 'Promo codes',
    place: 'top',
    at: 230,
    roles: ['editor', 'finance'],
    file: 'promocodes/PromocodesTab.tsx',
    words: 'coupons discount voucher sale code',
  }),
] as const
