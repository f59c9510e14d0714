import type { EmailContent, MailShop } from '../../platform/mail/email.ts'
import { breachAlarmEmail, breachLetter } from './breach-emails.ts'

const words = {
  en: {
    nature: 'A list of students went to a wrong address.',
    consequences: 'Somebody else may know your name and email.',
    done: 'The list was deleted, and its receiver confirmed it.',
    to_do: 'Beware of emails that ask for a password.',
  },
  hi: {
    nature: 'छात्रों की एक सूची ग़लत पते पर चली गई।',
    consequences: 'किसी और को आपका नाम और ईमेल पता हो सकता है।',
    done: 'सूची मिटा दी गई है।',
    to_do: 'पासवर्ड माँगने वाले ईमेल से सावधान रहें।',
  },
  mr: {
    nature: 'विद्यार्थ्यांची एक यादी चुकीच्या पत्त्यावर गेली.',
    consequences: 'दुसऱ्या कोणाला तुमचे नाव आणि ईमेल माहीत असू शकते.',
    done: 'यादी काढून टाकली आहे.',
    to_do: 'पासवर्ड मागणाऱ्या ईमेलपासून सावध राहा.',
  },
}
const numbers = { happened: '28.11.2026, 9:20', extent: '214' }
const now = new Date('2026-11-28T05:00:00.000Z')
const ends_at = new Date('2026-11-28T09:50:00.000Z')

/** The owners read English. */
export const samples = (shop: MailShop): Record<string, EmailContent> => ({
  breach: breachLetter({
    name: '1',
    facts: { ...numbers, ...words.en, hi: words.hi, mr: words.mr },
    ...shop,
  }),
  ...(shop.language === 'en' && {
    'breach alarm': breachAlarmEmail({
      title: 'A list went to a wrong address',
      known_at: new Date('2026-11-28T03:50:00.000Z'),
      now,
      clocks: [
        { to: 'cert_in', ends_at },
        { to: 'board', ends_at },
      ],
      first: true,
      ...shop,
    }),
  }),
})
