import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../web-store/languages/hi/', import.meta.url)
const hindi: Record<string, string> = Object.assign(
  {},
  ...readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))),
)

/** A text of the store as its Hindi build says it. */
export function hi(text: string, values: Record<string, string> = {}): string {
  const translation = hindi[text]
  if (!translation) throw new Error(`The Hindi catalogues do not have: ${text}`)
  return translation.replace(/\{(\w+)\}/g, (name, key: string) => values[key] ?? name)
}
