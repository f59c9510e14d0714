import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'partners',
    label: 'Partners',
    place: 'grow',
    at: 236,
    roles: ['finance'],
    file: 'partners/PartnersTab.tsx',
    tool: 'Pay people who bring buyers a share, by their link or code.',
    words: 'affiliate affiliates commission referral influencer payout tds 194H share link',
  }),
] as const
