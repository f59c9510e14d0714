import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [{ title: 'API keys', words: 'token scopes program zapier', tab: 'developers' }]
