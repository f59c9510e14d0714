import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({ id: 'admins', label: 'Admins', place: 'team', at: 330, roles: [], file: 'admins/AdminsTab.tsx' }),
] as const
