import type { Language } from 'contract/languages'
import type { NoticeTexts, NoticeUse } from 'contract/notices/notices'
import { inLanguage } from '../../platform/language/language.ts'

/** Prepares the notice of a shop that uses personal data for `uses`, in every language. */
export function preparedNotice(uses: readonly NoticeUse[]): NoticeTexts {
  return { en: preparedText('en', uses), hi: preparedText('hi', uses), mr: preparedText('mr', uses) }
}

function preparedText(language: Language, uses: readonly NoticeUse[]): NoticeTexts['en'] {
  const { t } = inLanguage(language)
  const lines: Record<NoticeUse, readonly [data: string, purpose: string, enables: string]> = {
    account: [
      t('Name, email, phone, an encrypted form of your password, the devices on which you log in'),
      t('To know that it is you, and to let nobody else in'),
      t('Your account'),
    ],
    orders: [
      t('Your orders, their amounts, your state and your GSTIN if you enter one, the link that led you here'),
      t('To take payments and return them, and to keep the accounts that Indian law requires'),
      t('Courses that you buy, invoices, refunds'),
    ],
    learning: [
      t('Lessons that you watched, answers, notes and work that you submit, your name on a certificate'),
      t('To continue where you stopped, and to mark your work'),
      t('Lessons, progress, certificates'),
    ],
    help: [
      t('Messages, questions and reviews that you write'),
      t('To answer you, and to show what you publish'),
      t('Help, reviews'),
    ],
    news_email: [
      t('Your email, and which courses you have'),
      t('To send you news and offers, only if you agree'),
      t('Emails about courses and offers'),
    ],
    whatsapp: [
      t('Your phone number'),
      t('To send you messages about your own courses by WhatsApp; news and offers only if you agree'),
      t('Receipts, dates and live lessons on WhatsApp'),
    ],
    ads: [
      t('Your purchases, with your email and phone in a form that cannot be read back, your browser and its address'),
      t('To let Meta and Google count which ads lead to purchases, only if you agree'),
      t('Nothing for you: you can buy without it'),
    ],
    checkout_questions: [
      t('Your answers to our questions at checkout'),
      t('The purpose that stands under each question'),
      t('What the question says'),
    ],
    tools: [
      t('Your name, email, phone, orders and courses'),
      t('To use them in other programs of ours, such as a spreadsheet'),
      t('Our own lists and messages about your orders'),
    ],
    children: [
      t('Your answer whether you are 18 or older'),
      t('To sell to adults alone: below 18 a parent buys'),
      t('Courses that you buy, invoices, refunds'),
    ],
  }
  return {
    lead: t(
      'These are all the data that we have about you, why we have them, and what they are used for. You can withdraw a consent as easily as you gave it.',
    ),
    lines: uses.map((use) => {
      const [data, purpose, enables] = lines[use]
      return { data, purpose, enables }
    }),
  }
}
