import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'offers',
    label: 'Offers',
    place: 'grow',
    at: 240,
    roles: ['editor', 'finance'],
    file: 'offers/OffersTab.tsx',
    tool: 'Offer another course at checkout, or right after the payment.',
    words: 'upsell bump order checkout after paying one-click',
  }),
] as const
