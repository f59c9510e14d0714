import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'AI assistant', words: 'mcp claude cursor chatgpt model context protocol', tab: 'developers' },
]
