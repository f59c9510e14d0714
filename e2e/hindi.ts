import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const texts: Record<string, { hi: string }> = Object.assign(
  {},
  ...globSync(['web-store/languages/*.json', 'web-store/src/features/*/texts.json', 'server/contract/**/said*.json'], {
    cwd: root,
  }).map((file) => JSON.parse(readFileSync(root + file, 'utf8'))),
)

/** Returns a store text in Hindi, as its Hindi build shows it. */
export function hi(text: string, values: Record<string, string> = {}): string {
  const translation = texts[text]?.hi
  if (!translation) throw new Error(`The Hindi catalogues do not have: ${text}`)
  return translation.replace(/\{(\w+)\}/g, (name, key: string) => values[key] ?? name)
}
