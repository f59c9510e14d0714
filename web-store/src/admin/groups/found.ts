import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Telegram groups', words: 'bot community chat channel invite', tab: 'settings' },
  { title: 'Telegram group', words: 'community chat course invite', tab: 'courses' },
]
