import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const PLACES = ['web-store/src', 'server/contract', 'server/src']

/** Apostrophes are typed both ways. */
const plain = (text: string) => text.replaceAll(/’|\\u2019|\\'/g, "'")

test('every quoted sentence that an action says is still said, letter by letter', () => {
  const { said } = JSON.parse(readFileSync(join(ROOT, 'e2e/quoted-words.json'), 'utf8')) as { said: string[] }
  expect(said.length).toBeGreaterThan(120)
  const sources = PLACES.flatMap((place) =>
    readdirSync(join(ROOT, place), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|json)$/.test(name) && !name.includes('.test.'))
      .map((name) => plain(readFileSync(join(ROOT, place, name), 'utf8'))),
  ).join('\n')
  expect(said.filter((sentence) => !sources.includes(plain(sentence)))).toEqual([])
})
