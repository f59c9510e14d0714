import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [{ title: 'Link to post', words: 'utm campaign make create', tab: 'sources' }]
