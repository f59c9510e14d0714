import { fill } from 'contract/fill'

type Pattern = { form: RegExp; names: string[]; translation: string }

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** `{names}` of a sentence match anything. */
function patternOf([sentence, translation]: [string, string]): Pattern {
  const names = Array.from(sentence.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
  const parts = sentence.split(/\{\w+\}/).map(escaped)
  return { form: new RegExp(`^${parts.join('(.+?)')}$`, 's'), names, translation }
}

/** Finds a sentence of server or contract among the known ones, verbatim first, and returns its translation. */
export function translator(sentences: Record<string, string>): (text: string) => string | undefined {
  const whole = new Map(Object.entries(sentences))
  const patterns = Object.entries(sentences)
    .filter(([sentence]) => sentence.includes('{'))
    .map(patternOf)
  return (text) => {
    const known = whole.get(text)
    if (known !== undefined) return known
    for (const { form, names, translation } of patterns) {
      const found = form.exec(text)
      if (found) return fill(translation, Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? ''])))
    }
    return undefined
  }
}
