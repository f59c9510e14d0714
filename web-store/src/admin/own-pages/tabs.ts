import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'pages',
    label: 'Pages',
    place: 'top',
    at: 225,
    roles: ['editor'],
    file: 'own-pages/PagesTab.tsx',
    words: 'landing page bio link in bio instagram front page home about own pages builder blocks',
  }),
  defineTab({
    id: 'page',
    label: 'Edit page',
    place: 'under pages',
    at: 226,
    roles: ['editor'],
    file: 'own-pages/PageTab.tsx',
    words: '',
  }),
] as const
