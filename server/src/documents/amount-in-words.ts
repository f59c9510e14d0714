const SMALL = [
  ...['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'],
  ...['Thirteen', 'Fourteen', 'Fifteen', 'Sixteen', 'Seventeen', 'Eighteen', 'Nineteen'],
]
const TENS = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety']

/** What is counted in India, the largest first: a crore is ten million, a lakh a hundred thousand. */
const UNITS = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1_000, 'Thousand'],
  [100, 'Hundred'],
] as const

/** `Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Seventy-Eight Paise Only`, of whole paise from zero on. */
export function amountInWords(paise: number): string {
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
