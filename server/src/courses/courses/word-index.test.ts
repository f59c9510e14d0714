import { fold } from 'contract/fold'
import { expect, test } from 'vitest'
import { findNearby, findWord, indexWords } from './word-index.ts'

const texts: [string, string][] = [
  ['tools', 'AI tools for creators: captions, 100% yours_now'],
  ['voice', 'Voice-over from home, चित्र और आवाज़'],
  ['shorts', 'Make money with YouTube-Shorts! Scripts, hooks.'],
  ['social', 'Social media marketing, from zero'],
  ['apart', 'Tools of our own. Artificial: AI.'],
]

test('a part of a word is found anywhere in a text, with its signs', async () => {
  const index = await indexWords(texts)
  const parts = texts
    .flatMap(([, text]) => text.split(/\s+/))
    .flatMap((part) => [part, part.slice(1), part.slice(0, 3)])
  for (const part of parts.map(fold).filter(Boolean)) {
    const within = texts.flatMap(([id, text]) => (fold(text).includes(part) ? id : []))
    expect([...findWord(index, part)], part).toEqual(expect.arrayContaining(within))
    // Synonyms are found beside it, and both parts of a hyphenated word.
    if (part.length < 4 && !part.includes('-')) expect([...findWord(index, part)].sort(), part).toEqual(within.sort())
  }
})

test.each([
  ['aitools', ['tools', 'apart']],
  ['socialmediamarketing', ['social']],
  ['socialmediamark', ['social']],
  ['socialtools', []],
])('several words written as one are found: %s', async (word, found) => {
  const index = await indexWords(texts)
  expect([...findWord(index, word)]).toEqual([])
  expect([...findNearby(index, word)]).toEqual(found)
})

test('other requests run while a large catalogue is read', async () => {
  let turns = 0
  let reading = true
  const beat = () => {
    turns++
    if (reading) setImmediate(beat)
  }
  setImmediate(beat)
  const many = Array.from({ length: 1_000 }, (_, number): [string, string] => [
    `c${number}`,
    'reels growth '.repeat(50),
  ])
  const index = await indexWords(many)
  reading = false
  expect(findWord(index, 'reels').size).toBe(1_000)
  expect(turns).toBeGreaterThan(0)
})

test('a synonym that no course has hides no near word', async () => {
  const index = await indexWords([['chat', 'Sell on WhatsAp groups']])
  expect([...findNearby(index, 'whatsapp')]).toEqual(['chat'])
})
