import { globSync, readFileSync } from 'node:fs'
import { addressIn, languages, type Translation, translations } from 'contract/languages'
import { expect, test } from 'vitest'
import { everyEmail } from '../../../test/every-email.ts'
import { withName } from './email.ts'

const shopName = 'हाट'
const shopIn = (language: 'en' | Translation) => ({
  shopName,
  storeUrl: `https://1.example${addressIn(language, '')}`,
  language,
})

/** Returns the visible text of a page: without head, tags and addresses. */
const wordsOf = (html: string) => html.replace(/<head>.*?<\/head>/s, '').replace(/<[^>]+>/g, ' ')

/** Names and numbers, which no language changes. */
const NAMES =
  /\bChrome\b|\bWindows\b|\bGST\b|\bUPI\b|\bra••••@okaxis\b|•234F\b|\bSH-\d{4}-\d+|\bT-4H7KPM\b|\bINV(?=\/)|&#39;|(https:\/\/)?1\.example\S*/g

/** Emails to the owner, who reads English. */
const TO_OWNER = ['handedInEmail', 'newQuestionEmail', 'ticketOpenedEmail', 'ownerAlertEmail', 'testEmail']

test('every email to a student or visitor has a sample, beside it or in every-email.ts', () => {
  const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
  const samples = globSync('../../**/*.samples.ts', { cwd: import.meta.dirname })
  const rows = ['../../../test/every-email.ts', ...samples].map(read).join('\n')
  const written = globSync('../../**/*-{emails,letters}.ts', { cwd: import.meta.dirname }).flatMap((file) =>
    Array.from(read(file).matchAll(/^export const (\w+(?:Email|Letter)) = email</gm), ([, name = '']) => name),
  )
  expect(written.length).toBeGreaterThan(15)
  expect(written.filter((name) => !rows.includes(`${name}(`)).toSorted()).toEqual(TO_OWNER.toSorted())
})

test.each(translations)(
  'no email in %s contains an English word, nor its subject a Latin letter or a sum, and it declares its language',
  (language) => {
    const letters = Object.entries(everyEmail(shopIn(language)))
    expect(letters.length).toBeGreaterThan(40)
    for (const [title, { subject, text, html }] of letters) {
      for (const shown of [subject, text, wordsOf(html)]) {
        expect([title, shown.replace(NAMES, '').match(/[a-z]+.*/i)?.[0]]).toEqual([title, undefined])
        expect([title, shown.match(/\{\w*\}?|<\/?\w+>|undefined/)]).toEqual([title, null])
      }
      expect([title, text.includes(shopName), html.includes(shopName)]).toEqual([title, true, true])
      expect(html).toContain(`<html lang="${languages[language].tag}">`)
      expect([title, /[\u0900-\u097f]/.test(subject), subject.match(/[a-z₹]+\S*/i)?.[0]]).toEqual([
        title,
        true,
        undefined,
      ])
    }
  },
)

test.each(['en', ...translations] as const)(
  'no email in %s shows a raw address, and both parts link to the same',
  (language) => {
    for (const [title, { text, html }] of Object.entries(everyEmail(shopIn(language)))) {
      expect([title, wordsOf(html).match(/https?:\S*/)?.[0]]).toEqual([title, undefined])
      expect([title, text.match(/https?:\S+[^\S\n]+\S.*/)?.[0]]).toEqual([title, undefined])
      const linked = [...html.matchAll(/href="(http[^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'))
      expect([title, [...new Set(linked)].sort()]).toEqual([
        title,
        [...new Set(text.match(/https?:\S*[^\s.।]/g))].sort(),
      ])
    }
  },
)

test('an email has the same addresses, sums, codes and numbers in all languages', () => {
  const english = everyEmail(shopIn('en'))
  const factsOf = (text: string) => text.match(/https:\S+|₹[\d,]+\.\d\d|\d{4,}/g)?.sort()
  for (const language of translations) {
    const base = shopIn(language).storeUrl
    for (const [title, { text, html }] of Object.entries(everyEmail(shopIn(language)))) {
      const en = english[title]
      const plain = (shown: string) => shown.replaceAll(base, shopIn('en').storeUrl)
      expect([title, factsOf(plain(text))]).toEqual([title, factsOf(en?.text ?? '')])
      const links = (page: string) => [...page.matchAll(/href="([^"]+)"/g)].map(([, link]) => link)
      expect([title, links(plain(html))]).toEqual([title, links(en?.html ?? '')])
    }
  }
})

test.each([
  ['{name}, your Diwali offer', 'Your Diwali offer'],
  ['Your Diwali offer, {name}', 'Your Diwali offer'],
  ['Your Diwali offer, {name}!', 'Your Diwali offer!'],
  ['Thank you, {name}, for coming', 'Thank you for coming'],
  ['{name}’s Diwali offer', 'Diwali offer'],
  ['Hello {name},\n\nyour courses', 'Hello,\n\nyour courses'],
  ['{name} जी, आपका ऑफ़र', 'आपका ऑफ़र'],
  ['Only for you ({name})', 'Only for you'],
])('%j reads well without a name', (text, expected) => {
  expect(withName(text, null)).toBe(expected)
})
