import type { EmailContent, MailShop } from '../../platform/mail/email.ts'
import { newsLetter } from '../../platform/mail/news-letters.ts'

const newsParts = [
  { text: 'नमस्ते {name},\n\nयह देखिए: https://1.example/4।' },
  { image: 'https://1.example/1.png', alt: 'चित्र' },
  { course: 'रील्स', banner: 'https://1.example/2.png', price: '₹499', address: 'https://1.example/2' },
  { button: 'देखिए', address: 'https://1.example/3' },
  { code: '10', off: '10 %', until: '3 3' },
]

export const samples = (shop: MailShop): Record<string, EmailContent> =>
  Object.fromEntries(
    [true, false].map((known) => [
      `news ${known}`,
      newsLetter({
        subject: 'नया कोर्स {name}',
        name: known ? 'आशा वर्मा' : null,

        unsubscribe: 'https://1.example/1',
        parts: newsParts,
      })({ contact: '1@1.example', ...shop }),
    ]),
  )
