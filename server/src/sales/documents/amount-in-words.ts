import type { Language } from 'contract/languages'
import { ToWords as Hindi } from 'to-words/hi-IN'
import { ToWords as Marathi } from 'to-words/mr-IN'

const SMALL = [
  '',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
  'Nineteen',
]
const TENS = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety']

/** Indian units, the largest first: a crore is ten million, a lakh a hundred thousand. */
const UNITS = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1_000, 'Thousand'],
  [100, 'Hundred'],
] as const

/** Speaks rupees in another language, with its word for "only". */
const spoken: Partial<Record<Language, { say: (rupees: string) => string; only: string }>> = {
  // The library spells 51 as nobody does.
  hi: { say: (rupees) => hindi.convert(rupees, { currency: true }).replaceAll('इक्याबन', 'इक्यावन'), only: 'मात्र' },
  mr: { say: (rupees) => marathi.convert(rupees, { currency: true }), only: 'फक्त' },
}
const [hindi, marathi] = [new Hindi(), new Marathi()]

/**
 * `Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Seventy-Eight Paise Only`, of whole paise from zero on, or
 * `तीन सौ बावन रुपये और बयासी पैसे मात्र`.
 */
export function amountInWords(paise: number, language: Language = 'en'): string {
  const own = spoken[language]
  if (own) return `${own.say(`${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`)} ${own.only}`
  const [rupees, rest] = [Math.floor(paise / 100), paise % 100]
  const words = [
    `Rupees ${numberInWords(rupees) || 'Zero'}`,
    ...(rest > 0 ? [`${numberInWords(rest)} ${rest === 1 ? 'Paisa' : 'Paise'}`] : []),
  ]
  return `${words.join(' and ')} Only`
}

function numberInWords(number: number): string {
  const words: string[] = []
  let left = number
  for (const [unit, name] of UNITS) {
    if (left < unit) continue
    // A hundred crore and more: the crores are counted as a number of their own.
    words.push(numberInWords(Math.floor(left / unit)), name)
    left %= unit
  }
  if (left > 0) words.push(belowHundred(left))
  return words.join(' ')
}

function belowHundred(number: number): string {
  const [tens, ones] = [TENS[Math.floor(number / 10)] ?? '', SMALL[number % 10] ?? '']
  return SMALL[number] ?? (ones ? `${tens}-${ones}` : tens)
}
