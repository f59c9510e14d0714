/** Scripts that one of the offered languages is written in. */
const SCRIPTS: readonly (readonly [letters: RegExp, language: string])[] = [
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Bengali}/u, 'bn'],
  [/\p{Script=Gurmukhi}/u, 'pa'],
  [/\p{Script=Gujarati}/u, 'gu'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Telugu}/u, 'te'],
  [/\p{Script=Kannada}/u, 'kn'],
  [/\p{Script=Malayalam}/u, 'ml'],
  [/\p{Script=Arabic}/u, 'ur'],
]
/** Hindi and Marathi share a script, not these words and this letter. */
const MARATHI = /ळ|(?:^|\P{L})(?:आहे|आहेत|आणि|नाही|मध्ये|तुम्ही|आपण)(?!\p{L}|\p{M})/gu
const HINDI = /(?:^|\P{L})(?:है|हैं|और|नहीं|में|आप|हम|का|की)(?!\p{L}|\p{M})/gu

/** The language that most letters of some subtitles are in; undefined for Latin ones, which may be any. */
export function languageOfText(text: string): string | undefined {
  const counts = new Map<string | undefined, number>()
  for (const [letter] of text.matchAll(/\p{L}/gu)) {
    const language = SCRIPTS.find(([letters]) => letters.test(letter))?.[1]
    counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  const language = [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0]
  const isMarathi = language === 'hi' && count(text, MARATHI) > count(text, HINDI)
  return isMarathi ? 'mr' : language
}

const count = (text: string, words: RegExp) => [...text.matchAll(words)].length
