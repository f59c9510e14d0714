import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Templates', words: 'whatsapp meta approved', tab: 'letters', params: { whatsapp: '1' } },
  {
    title: 'Email sending',
    words: 'smtp domain spf dkim bounces complaints speed sender',
    tab: 'letters',
    params: { pace: '1' },
  },
]
