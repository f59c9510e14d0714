import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Translation, translations } from 'contract/languages'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Words of each language that are no longer written, each with its replacement; as a whole word where a longer one begins so. */
const REPLACED: Record<Translation, [RegExp, string][]> = {
  hi: [
    [/लॉगिन/, 'लॉग इन'],
    [/लेसन/, 'पाठ'],
    [/पुष्टि/, 'कन्फ़र्म'],
  ],
  mr: [
    [/लॉगिन/, 'लॉग इन'],
    [/लेसन/, 'धडा'],
    [/पुष्टी/, 'कन्फर्म'],
    [/(?<!\p{L})पान(ावर)?(?!\p{L})/u, 'पेज'],
    [/(?<!\p{L})खाते(?!\p{L})/u, 'अकाउंट'],
    [/सर्टिफिकेट/, 'प्रमाणपत्र'],
    [/प्रोग्रेस/, 'प्रगती'],
    // The spoken ending stood beside the written one: तुमचं and तुमचे.
    [/[क-ह]ं(?![\p{L}\p{M}])/u, 'the ending े'],
  ],
}

/** Lists the texts of one language in a catalogue; a plural has several. */
function textsOf(entry: unknown, language: string): string[] {
  const found = (entry as Record<string, unknown>)[language]
  if (typeof found === 'string') return [found]
  return found && typeof found === 'object' ? Object.values(found).filter((text) => typeof text === 'string') : []
}

test.each(translations)('each word of %s has one spelling in store, emails and documents', (language) => {
  const files = globSync(
    [
      'web-store/languages/*.json',
      'web-store/src/**/texts.json',
      'server/src/**/texts.json',
      'server/src/serve/pages/built-in-texts.json',
      'server/contract/**/said*.json',
    ],
    { cwd: root },
  )
  const texts = files.flatMap((file) =>
    Object.values(JSON.parse(readFileSync(root + file, 'utf8'))).flatMap((entry) => textsOf(entry, language)),
  )
  expect(texts.length).toBeGreaterThan(1000)
  const spellings = new Map<string, Set<string>>()
  for (const word of texts.flatMap((text) => text.normalize('NFC').match(/[\u0900-\u097f]+/g) ?? [])) {
    // The dot below a letter is what writers leave out or put in.
    const plain = word.normalize('NFD').replaceAll('\u093c', '')
    spellings.set(plain, (spellings.get(plain) ?? new Set()).add(word))
  }
  expect([...spellings.values()].filter(({ size }) => size > 1).map((found) => [...found])).toEqual([])
  for (const [old, present] of REPLACED[language])
    expect(
      texts.filter((text) => old.test(text)),
      `write ${present}`,
    ).toEqual([])
})
