import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Node, nodesOf, plainText, treeOf } from './find-texts.ts'

const sources = fileURLToPath(new URL('../src', import.meta.url))

/** The console is English only, and the theme has names of colours and fonts. */
const OTHERS = /^(admin|ui\/theme)\/|\.test\.|\.d\.ts$/

/** Attributes and properties with text for people. */
const READ = new Set([
  'label',
  'title',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'placeholder',
  'alt',
  'description',
  'help',
  'hint',
  'lead',
  'caption',
  'heading',
  'message',
])

const LETTERS = /\p{L}{2}/u
/** A word with a capital; lower case is a name for the program, as in `title: 'h3'`. */
const SENTENCE = /^\P{L}*\p{Lu}\p{L}+/u

/** Words that are the same in every language. */
const SAME = new Set(['GSTIN'])

type Named = { name?: string | { name?: string; namespace?: { name: string } }; value?: string }
const nameOf = (node: unknown): string => {
  const { name, value } = (node ?? {}) as Named
  return typeof name === 'string' ? name : (value ?? '')
}

/** Lists the plain words of a value, including those of a template and of both branches of a conditional. */
function wordsOf(node: Node | undefined): string[] {
  if (!node) return []
  const plain = plainText(node)
  if (plain !== undefined) return [plain]
  if (node.type === 'JSXExpressionContainer') return wordsOf(node.expression as Node)
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap((way) => wordsOf(way as Node))
  if (node.type !== 'TemplateLiteral') return []
  return [(node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')]
}

/** Lists displayed texts that bypass the language functions. */
function bareTexts(code: string, file: string): string[] {
  const bare: string[] = []
  const see = (words: readonly string[], form: RegExp) =>
    bare.push(...words.map((text) => text.trim()).filter((text) => form.test(text) && !SAME.has(text)))
  for (const node of nodesOf(treeOf(code, file))) {
    if (node.type === 'JSXText') see([String(node.value)], LETTERS)
    else if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      see((node.children as Node[]).filter(({ type }) => type === 'JSXExpressionContainer').flatMap(wordsOf), LETTERS)
    else if (node.type === 'JSXAttribute' && READ.has(nameOf(node.name))) see(wordsOf(node.value as Node), SENTENCE)
    else if (node.type === 'Property' && READ.has(nameOf(node.key))) see(wordsOf(node.value as Node), SENTENCE)
    else if (node.type === 'CallExpression') {
      const { object } = node.callee as { object?: unknown }
      if (nameOf(object) === 'toast') see(wordsOf((node.arguments as Node[])[0]), LETTERS)
    }
  }
  return bare
}

test('every displayed text goes through the language functions', () => {
  const bare = globSync(`${sources}/**/*.{ts,tsx}`)
    .map((path) => ({ path, file: relative(sources, path) }))
    .filter(({ file }) => !OTHERS.test(file))
    .flatMap(({ path, file }) => bareTexts(readFileSync(path, 'utf8'), path).map((text) => `${file}: ${text}`))
  expect(bare.sort()).toEqual([])
})

test.each([
  ['<p>Add to cart</p>', 'Add to cart'],
  ['<p>{full ? "Full" : t("Add")}</p>', 'Full'],
  ['<Field label="Your name" />', 'Your name'],
  ['<Field label={`Name of $' + '{who}`} />', 'Name of …'],
  ['const row = { title: "Orders", place: "Left" }', 'Orders'],
  ['toast.error("It failed")', 'It failed'],
])('%s counts as a text', (code, text) => {
  expect(bareTexts(code, 'seen.tsx')).toEqual([text])
})

test('values that are no texts are ignored', () => {
  const code = '<H as="h2" title={t("Orders")} label={name} sort="Newest"><Icon of={A} /> · {count} {"—"}</H>'
  expect(bareTexts(code, 'unseen.tsx')).toEqual([])
})
