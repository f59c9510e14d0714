import { expect, test } from 'vitest'
import { fc } from '../../../test/fast-check.ts'
import { amountInWords } from './amount-in-words.ts'

/** The value of each word, and what the words before it are multiplied by. */
const plain = new Map(
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'
    .split(' ')
    .map((word, value) => [word, value]),
)
for (const [index, word] of 'Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ').entries())
  plain.set(word, (index + 2) * 10)
const units = new Map([
  ['Hundred', 100],
  ['Thousand', 1_000],
  ['Lakh', 100_000],
  ['Crore', 10_000_000],
])

/** Reads the words as a person does, from left to right. */
function numberOf(words: string): number {
  let [sum, part] = [0, 0]
  for (const word of words.split(/[ -]/)) {
    const unit = units.get(word)
    const value = plain.get(word)
    if (unit === undefined && value === undefined) throw new Error(`What is ${word}?`)
    if (value !== undefined) part += value
    // A unit multiplies the part before it; crores also the sum before that.
    else if (word === 'Crore') [sum, part] = [(sum + part) * (unit ?? 0), 0]
    else if (word === 'Hundred') part *= 100
    else [sum, part] = [sum + part * (unit ?? 0), 0]
  }
  return sum + part
}

function paiseOf(text: string): number {
  const [, rupees = '', , paise = 'Zero'] = /^Rupees (.+?)( and (.+) Pais[ae])? Only$/.exec(text) ?? []
  return numberOf(rupees) * 100 + numberOf(paise)
}

test('an amount in words is read back as the amount, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 9_99_99_99_999_99 })),
      (paise) => {
        expect(paiseOf(amountInWords(paise))).toBe(paise)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('every amount has words of its own, in Indian counting and no other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_00_00_000_00 }), (paise) => {
      const text = amountInWords(paise)
      expect(text).toMatch(/^Rupees [A-Z][A-Za-z -]+ Only$/)
      expect(text).not.toMatch(/ {2}|Million|undefined/)
      expect(text.includes('Lakh')).toBe(Math.floor(paise / 100_000_00) % 100 > 0)
      expect(text.includes('Crore')).toBe(paise >= 1_00_00_000_00)
      expect(text.includes('Pais')).toBe(paise % 100 > 0)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  [0, 'Rupees Zero Only'],
  [1, 'Rupees Zero and One Paisa Only'],
  [499_00, 'Rupees Four Hundred Ninety-Nine Only'],
  [1_357_60, 'Rupees One Thousand Three Hundred Fifty-Seven and Sixty Paise Only'],
  [1_00_000_00, 'Rupees One Lakh Only'],
  [1_23_456_78, 'Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Seventy-Eight Paise Only'],
  [
    12_34_56_789_10,
    'Rupees Twelve Crore Thirty-Four Lakh Fifty-Six Thousand Seven Hundred Eighty-Nine and Ten Paise Only',
  ],
  [100_00_00_000_00, 'Rupees One Hundred Crore Only'],
])('%i paise are %s', (paise, words) => expect(amountInWords(paise)).toBe(words))

test.each([
  ['hi', 0, 'शून्य रुपये मात्र'],
  ['hi', 1_00, 'एक रुपया मात्र'],
  ['hi', 352_82, 'तीन सौ बावन रुपये और बयासी पैसे मात्र'],
  ['hi', 51_00, 'इक्यावन रुपये मात्र'],
  ['hi', 1_23_45_678_05, 'एक करोड़ तेईस लाख पैंतालीस हज़ार छह सौ अठहत्तर रुपये और पांच पैसे मात्र'],
  ['mr', 352_82, 'तीनशे बावन्न रुपये आणि ब्याऐंशी पैसे फक्त'],
  ['mr', 1_00_000_01, 'एक लाख रुपये आणि एक पैसा फक्त'],
] as const)('in %s %i paise are %s', (language, paise, words) => expect(amountInWords(paise, language)).toBe(words))

test.each(['hi', 'mr'] as const)('every amount has words of its own in %s', (language) => {
  const words = Array.from({ length: 20_000 }, (_, paise) => amountInWords(paise, language))
  expect(new Set(words).size).toBe(words.length)
  expect(words.filter((one) => !/^(?:[\u0900-\u097f ]|\u200d)+$/.test(one))).toEqual([])
})
