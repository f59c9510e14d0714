import { states } from './gst-states.ts'
import { type Language, languages } from './languages.ts'
import said from './said.json' with { type: 'json' }

/** Codes and names of the states in a language, in the order of its letters: for a list to choose from, outside the store. */
export function statesIn(language: Language): [code: string, name: string][] {
  const translated = (name: keyof typeof said) => (language === 'en' ? name : said[name][language])
  const { compare } = new Intl.Collator(languages[language].tag)
  return Object.entries(states)
    .map(([code, name]): [string, string] => [code, translated(name)])
    .sort(([, one], [, other]) => compare(one, other))
}
