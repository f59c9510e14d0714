import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Words for one thing of which the left ones are no longer written. */
const REPLACED = { लॉगिन: 'लॉग इन', लेसन: 'पाठ' }

/** Lists the texts of one language in a catalogue; a plural has several. */
function textsOf(entry: unknown, language: string): string[] {
  const found = (entry as Record<string, unknown>)[language]
  if (typeof found === 'string') return [found]
  return found && typeof found === 'object' ? Object.values(found).filter((text) => typeof text === 'string') : []
}

test('each Hindi word has one spelling in store, emails and documents', () => {
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
    Object.values(JSON.parse(readFileSync(root + file, 'utf8'))).flatMap((entry) => textsOf(entry, 'hi')),
  )
  expect(texts.length).toBeGreaterThan(1000)
  const spellings = new Map<string, Set<string>>()
  for (const word of texts.flatMap((text) => text.normalize('NFC').match(/[\u0900-\u097f]+/g) ?? [])) {
    // The dot below a letter is what writers leave out or put in.
    const plain = word.normalize('NFD').replaceAll('\u093c', '')
    spellings.set(plain, (spellings.get(plain) ?? new Set()).add(word))
  }
  expect([...spellings.values()].filter(({ size }) => size > 1).map((found) => [...found])).toEqual([])
  for (const [old, present] of Object.entries(REPLACED))
    expect(
      texts.filter((text) => text.includes(old)),
      `write ${present}`,
    ).toEqual([])
})
