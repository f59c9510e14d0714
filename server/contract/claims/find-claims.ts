import { plainText, withoutMark } from '../plain-text.ts'

/** The content of a claim: how many, how good, how much one earns, the best, or certain. */
export type ClaimKind = 'number' | 'rating' | 'income' | 'best' | 'guarantee'

const WORD = String.raw`[\p{L}\p{M}\p{N}]`
const begin = `(?<!${WORD})`
const end = `(?!${WORD})`
const any = (source: string) => new RegExp(source, 'iu')
const words = (source: string) => any(`${begin}(?:${source})${end}`)

const MANY = 'k|lakhs?|lacs?|crores?|cr|million|thousand|हज़ार|हजार|लाख|करोड़|कोटी'
/** `3,750+`, `10k`, `1.5 lakh+`. */
const NUMBER = String.raw`(?<![\d,.])\d[\d,]{0,15}(?:\.\d{1,3})?\s*(?:(?:${MANY})${end})?\s*\+?`

const PEOPLE = [
  'students?|learners?|people|users?|creators?|members?|customers?|buyers?|clients?|subscribers?|followers?|families|women|graduates|alumni',
  'businesses|companies|brands|shops|schools|countries|cities|views|downloads|enrol?lments?|placements?|success stories|reviews|testimonials',
  'स्टूडेंट्स?|छात्र(?:ों)?|विद्यार्थी|विद्यार्थियों|लोग|लोगों|सीखने वाले|सीखने वालों|ग्राहक|ग्राहकों|फ़?ॉलोअर्स?|सब्सक्राइबर्स?|देश|देशों|परिवार|परिवारों',
  'विद्यार्थ्यांनी|विद्यार्थ्यांचा|लोकांनी|लोक|ग्राहकांनी|कुटुंबे|देशांत|फॉलोअर्स',
].join('|')

/** A number of people or the like; few of them are no boast, such as a batch of 30 students. */
const COUNT = any(
  `(${NUMBER})\\s*(?:से (?:अधिक|ज़्यादा)\\s*|हून अधिक\\s*)?(?:(?!per${end})[\\p{L}\\p{M}’'-]+\\s+){0,2}(?:${PEOPLE})${end}`,
)
const BOAST = 50

const PERCENT = any(
  String.raw`\d\s?(?:%|percent|per cent|प्रतिशत|टक्के)(?! of (?:the|a|an|this|your|each) (?:course|lessons?|video|quiz|price))`,
)
const OUTCOME = words(
  [
    'students?|learners?|success(?:ful)?|placements?|placed|jobs?|results?|satisf\\w+|growth|grow|grew|increased?|faster|higher|returns?|roi|accura\\w+|recommend\\w*|profit|selection|selected|refunds?',
    'छात्र|छात्रों|स्टूडेंट्स?|सफलता|सफल|नौकरी|रिज़ल्ट|परिणाम|वृद्धि|मुनाफ़ा|पास|रिफ़ंड|प्लेसमेंट',
    'विद्यार्थी|विद्यार्थ्यांना|यश|यशस्वी|नोकरी|निकाल|वाढ|नफा|उत्तीर्ण|प्लेसमेंट|परतावा',
  ].join('|'),
)

const YEARS = any(
  String.raw`(?<!\d)\d{1,3}\s*\+?\s*(?:years?|yrs?|साल|सालों|वर्ष|वर्षों|वर्षांचा|वर्षांच्या)${end}[^.!?।\n]{0,30}(?:experience|expertise|in business|of teaching|अनुभव)|(?:experience|अनुभव)[^.!?।\n]{0,20}\d+\s*\+?\s*(?:years?|साल|वर्ष)`,
)

const RATING = any(
  String.raw`\d\.\d\s*(?:/\s*5|out of 5|stars?|★)|${begin}(?:rated|rating(?: of)?|रेटिंग|रेटेड)\s*:?\s*\d|${begin}[45]\s*(?:[- ]star\s+(?:rat\w+|reviews?|course|teacher)|(?:stars?|out of 5|में से 5)\s+(?:from|by|on|rating|रेटिंग))|★{3,}|\d(?:\.\d)?\s*(?:की |ची )?(?:रेटिंग)`,
)

const MONEY = String.raw`(?:₹|${begin}rs\.?|${begin}inr|रुपये|रुपए)\s*\d|(?<![\d,.])\d[\d,.]{0,15}\s*(?:lpa|${MANY}|रुपये|रुपए|rupees|/-)${end}`
const EARN =
  'earn(?:s|ed|ing|ings)?|income|salary|salaries|profits?|कमाएँ|कमाएं|कमाओ|कमाए|कमाई|कमाते|कमाना|कमा|आमदनी|सैलरी|तनख़्वाह|कमवा|कमावा|कमाई|कमवतात|उत्पन्न|पगार'
const INCOME = any(
  String.raw`${begin}(?:${EARN})${end}[^.!?।\n]{0,45}(?:${MONEY})|(?:${MONEY})[^.!?।\n]{0,30}${begin}(?:${EARN})${end}|${begin}mak(?:e|es|ing)\s+(?:up to |over |more than |at least )?(?:₹|rs\.?\s*\d)|\d\s*lpa${end}|${begin}(?:job|placed|hired|rich|first client|paid clients?|नौकरी|नोकरी)\s+(?:in|within)\s+\d+\s+(?:days?|weeks?|months?)|(?<!\d)\d{1,3}\s*(?:दिन(?:ों)?|दिवसांत|महीने|महिन्यांत)\s*(?:में|मध्ये)?\s*(?:नौकरी|नोकरी|अमीर|श्रीमंत)`,
)

const GUARANTEE = any(
  String.raw`${begin}(?:guarant(?:ee|y)\w*|money[- ]?back|risk[- ]free|job assurance|assured (?:jobs?|placement|results?|income|success)|sure[- ]shot)|गारंटी|गारन्टी|गॅरंटी|${begin}(?:हमी|हमीसह|हमखास|पक्की नौकरी|पक्की नोकरी|शर्तिया)${end}|${begin}full refund${end}`,
)
const NO_GUARANTEE = any(
  String.raw`(?:${begin}(?:no|not|never|cannot|can't|can’t|don't|don’t|doesn't|doesn’t|without(?: any)?|nobody can)\s+(?:\S+\s+){0,2}(?:guarant\w+|money[- ]?back))|(?:गारंटी|गारन्टी|गॅरंटी|हमी)\s*(?:\S+\s+){0,1}(?:नहीं|नही|नाही|न )`,
)

const RIVALS = [
  'courses?|bundles?|class(?:es)?|teachers?|trainers?|mentors?|coach(?:es)?|academ(?:y|ies)|institutes?|platforms?|schools?|training|program(?:me)?s?|packs?|collections?|experts?|creators?|reels|templates|content|scripts',
  'quality|price|prices|deal|deals|offer|value|results?|choice|instructors?|faculty|team|company|brand|rated|ranked|selling|seller|class|notch',
].join('|')
const PLACES =
  'india|bharat|world|country|asia|maharashtra|market|industry|state|city|internet|town|भारत|देश|दुनिया|इंडिया|जग|महाराष्ट्र'
const HIGHEST = 'best|top|first|largest|biggest|leading|fastest|cheapest|most \\w+|favou?rite|no\\.? ?1|only'
/** Words beside which a first place is only the first of several. */
const NUMBERED =
  'lessons?|days?|hacks?|mistakes?|tips?|modules?|parts?|steps?|rules?|reasons?|videos?|chapters?|weeks?|secrets?|ideas?|examples?|questions?|templates?|plates?|house|flat|shop|room|sector|ward|लेसन|दिन|दिवस|भाग|धडा|घर|दुकान|गाला'

const BEST: readonly RegExp[] = [
  any(`${begin}best[- ]?sell(?:er|ers|ing)${end}`),
  any(
    String.raw`${begin}(?:best|top)[- ](?:(?!practi|(?:of|to|in|on|at|for|and|from|the)[- ])[\p{L}’'-]+[- ]){0,2}(?:${RIVALS})${end}`,
  ),
  any(`${begin}(?:one of the|simply the|always the|(?:is|are|we're|we’re) the) best${end}`),
  any(
    `${begin}best (?:in|on|of) (?:the )?(?:${PLACES}|class|business)${end}|${begin}best ever${end}|${begin}best way to (?:learn|earn|grow|start|master)${end}`,
  ),
  any(
    String.raw`${begin}(?:${PLACES})['’]s?\s+(?:very )?(?:${HIGHEST})${end}|${begin}(?:largest|biggest|leading|no\.? ?1|number one|only)\s+(?:[\p{L}’'-]+\s+){0,3}(?:in|of)\s+(?:the )?(?:${PLACES})${end}`,
  ),
  any(
    String.raw`(?<!${begin}(?:${NUMBERED})\s*)(?:#\s?1${end}|${begin}no\.?\s?1${end}(?!\s*[-,/]|\.\d)|${begin}number (?:one|1)${end})(?!\s+(?:mistakes?|reasons?|rules?|problems?|questions?|tips?|thing|priority|cause|killer))`,
  ),
  any(
    `${begin}(?:award[- ]winning|most (?:trusted|loved|popular|awarded|advanced)|lowest prices?|cheapest (?:${RIVALS})|world[- ]class|unbeatable|second to none|market leader|leading (?:${RIVALS}))${end}`,
  ),
  any(
    String.raw`(?<!${begin}(?:${NUMBERED})\s*)${begin}(?:सर्वश्रेष्ठ|सर्वोत्तम|सर्वोत्कृष्ट|अव्वल|नंबर\s?(?:1|वन)|नं\.?\s?1|क्रमांक\s?1)${end}(?!\s*(?:ग़?लत|चूक))`,
  ),
  any(
    String.raw`${begin}(?:बेस्ट|टॉप)\s+(?:[\p{L}\p{M}]+\s+){0,1}(?:कोर्स|कोर्सेस|क्लास|टीचर|शिक्षक|अकादमी|अकॅडमी|बंडल|प्लेटफ़?ॉर्म|ट्रेनर|मेंटर|इंस्टीट्यूट|क्वालिटी|रिज़ल्ट)${end}`,
  ),
  any(
    String.raw`${begin}(?:सबसे|सर्वात)\s+(?:अच्छ|बेहतर|बड़|सस्त|भरोसेमंद|लोकप्रिय|तेज़|चांगल|मोठ|स्वस्त|विश्वासू|विश्वसनीय)[\p{L}\p{M}]*${end}(?!\s+(?:समय|वक़्त|ग़?लती|ग़लतियाँ|वेळ|चूक|चुका|तरीक|पद्धत|दोस्त|मित्र|सवाल|प्रश्न|सेटिंग|फ़?ॉन्ट|[\p{L}\p{M}]+\s+(?:ग़?लती|चूक)))`,
  ),
]

const DIGITS = '०१२३४५६७८९'
/** Texts with Latin digits, as the patterns have them. */
const plainDigits = (text: string) => text.replace(/[०-९]/g, (digit) => String(DIGITS.indexOf(digit)))

const SCALE: readonly (readonly [RegExp, number])[] = [
  [/^(?:k|thousand|हज़ार|हजार)/i, 1_000],
  [/^(?:lakh|lac|लाख)/i, 100_000],
  [/^(?:cr|करोड़|कोटी)/i, 10_000_000],
  [/^million/i, 1_000_000],
]

const NUMBERS = new RegExp(String.raw`(?<![\d,.])(\d[\d,]{0,15}(?:\.\d{1,3})?)\s*((?:${MANY})${end})?`, 'giu')

/** Returns the greatest number that a sentence names; 0 without one. */
export function numberIn(sentence: string): number {
  const found = plainDigits(sentence).matchAll(NUMBERS)
  return Math.max(
    0,
    ...Array.from(found, ([, digits = '', unit = '']) => {
      const scale = SCALE.find(([pattern]) => pattern.test(unit))?.[1] ?? 1
      return Number(digits.replaceAll(',', '')) * scale
    }),
  )
}

/** The patterns look at so many characters at a time, so that a text without an end is read in time. */
const WINDOW = 600
const OVERLAP = 120

function kindOf(sentence: string): ClaimKind | undefined {
  for (let at = 0; at === 0 || at + OVERLAP < sentence.length; at += WINDOW - OVERLAP) {
    const kind = kindIn(plainDigits(sentence.slice(at, at + WINDOW)))
    if (kind) return kind
  }
  return undefined
}

/** Most sentences hold none of these, and need no other look. */
const SUPERLATIVE =
  /best|top|#|no\.?\s?1|number|award|most|lowest|cheapest|world|unbeat|second|market|leading|largest|biggest|only|first|favou?rite|fastest|श्रेष्ठ|उत्तम|उत्कृष्ट|ोत्तम|ोत्कृष्ट|अव्वल|नंबर|नं|क्रमांक|बेस्ट|टॉप|सबसे|सर्वात/i

function kindIn(text: string): ClaimKind | undefined {
  const isQuestion = text.trimEnd().endsWith('?')
  if (!isQuestion && GUARANTEE.test(text) && !NO_GUARANTEE.test(text)) return 'guarantee'
  const hasDigit = /\d/.test(text)
  if (hasDigit && INCOME.test(text)) return 'income'
  if ((hasDigit || text.includes('★')) && RATING.test(text)) return 'rating'
  if (!isQuestion && SUPERLATIVE.test(text) && BEST.some((pattern) => pattern.test(text))) return 'best'
  if (!hasDigit) return undefined
  if (YEARS.test(text)) return 'number'
  const [, count] = COUNT.exec(text) ?? []
  if (count !== undefined && (count.includes('+') || numberIn(count) >= BOAST)) return 'number'
  return PERCENT.test(text) && OUTCOME.test(text) ? 'number' : undefined
}

/** Ends a sentence, but not an abbreviation or a decimal. */
const SENTENCES =
  /(?<=[!?।]["”’')]*|(?<!(?:^|[\s(])(?:no|rs|dr|mr|mrs|ms|st|vs|approx|e\.g|i\.e|नं|डॉ|\p{L}))\.["”’')]*)\s+/iu

/** Splits a line as it is read: without marks of lists, headings and bold words. */
const sentencesOf = (line: string): string[] =>
  plainText(withoutMark(line.replace(/^\s*#+\s+/, '')))
    .replace(/\s+/g, ' ')
    .split(SENTENCES)
    .map((one) => one.trim())
    .filter(Boolean)

export type Claim = { words: string; kind: ClaimKind }

/** Finds the sentences of a text that claim something which needs a proof. */
export const claimsIn = (text: string): Claim[] =>
  text.split('\n').flatMap((line) =>
    sentencesOf(line).flatMap((words) => {
      const kind = kindOf(words)
      return kind ? [{ words, kind }] : []
    }),
  )
