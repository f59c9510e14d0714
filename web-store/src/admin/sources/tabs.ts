import { MONEY_ROLES } from 'contract/money-right'
import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'sources',
    label: 'Sources',
    place: 'grow',
    at: 280,
    roles: MONEY_ROLES,
    file: 'sources/SourcesTab.tsx',
    tool: 'See which posts and ads bring buyers.',
    words: 'how it is counted utm campaigns ads instagram meta google pixel conversions where buyers came from',
  }),
] as const
