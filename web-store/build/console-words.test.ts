import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { nodesOf, plainText, treeOf } from './find-texts.ts'

const sources = fileURLToPath(new URL('../src/admin', import.meta.url))

/** Words that the console writes no more, each with its replacement. */
const REPLACED: readonly [RegExp, string][] = [
  [/\bletters?\b/i, 'email, message or news'],
  [/^Enrol(ling)?\b/, 'Give access'],
  [/^Make (a|the|new)\b/, 'Create'],
  [/\b(bring|brought)\b.* back\b/i, 'restore'],
]
/** A letter of a word or of the look is no email. */
const OF_WRITING =
  /letters or digits|letters of|colours color|^Letters$|letters newsletter|letters sequence|^under letters$/

/** Lists the texts of a file that a person may read: a text with a space or a capital is no name for the program. */
function textsOf(path: string): string[] {
  const found: string[] = []
  for (const node of nodesOf(treeOf(readFileSync(path, 'utf8'), path))) {
    const text =
      node.type === 'JSXText'
        ? String(node.value)
        : node.type === 'TemplateElement'
          ? (node.value as { cooked: string }).cooked
          : node.type === 'Literal'
            ? plainText(node)
            : undefined
    if (text && /\S\s+\S|^\s*\p{Lu}/u.test(text)) found.push(text.trim())
  }
  return found
}

test('the console has one word for an email, and one for giving access', () => {
  const files = globSync(`${sources}/**/*.{ts,tsx}`).filter((path) => !path.includes('.test.'))
  const old = files.flatMap((path) =>
    textsOf(path)
      .filter((text) => !OF_WRITING.test(text))
      .flatMap((text) =>
        REPLACED.filter(([word]) => word.test(text)).map(
          ([, instead]) => `${relative(sources, path)}: ${text} (write ${instead})`,
        ),
      ),
  )
  expect(old).toEqual([])
})
