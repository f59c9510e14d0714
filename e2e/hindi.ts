import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../web-store/languages/', import.meta.url)
const texts: Record<string, { hi: string }> = Object.assign(
  {},
  ...readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))),
)

/** Returns a store text in Hindi, as its Hindi build shows it. */
export function hi(text: string, values: Record<string, string> = {}): string {
  const translation = texts[text]?.hi
  if (!translation) throw new Error(`The Hindi catalogues do not have: ${text}`)
  return translation.replace(/\{(\w+)\}/g, (name, key: string) => values[key] ?? name)
}
