import { type ESTree, parseSync } from 'vite'

/** A range in a file; the end is exclusive. */
export type Span = { start: number; end: number }

export type FoundText = {
  text: string
  /** The argument itself. */
  literal: Span
  /** The whole call if its only argument is the text: `t('Add to cart')`. */
  call?: Span
}

/** A call of a language function whose text is no plain string, as in the file. */
export type Unreadable = { source: string }

export type Node = { type: string; start: number; end: number; [field: string]: unknown }
type Speaker = 't' | 'plural' | 'rich'

const SPEAKERS: readonly string[] = ['t', 'plural', 'rich'] satisfies Speaker[]
const FROM = /(^|\/)language\/(text\.ts|rich\.tsx)$/

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Walks every node of a tree, parents first. */
export function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* nodesOf(child)
  }
}

/** Parses a file of TypeScript with JSX, or its compiled form. */
export function treeOf(code: string, file = 'file.tsx'): Node {
  const { program, errors } = parseSync(file, code)
  const [error] = errors
  if (error) throw new Error(`${file}: ${error.message}`)
  return program as ESTree.Program as unknown as Node
}

/** Returns the value of a plain string, in quotes or in backticks without values; undefined otherwise. */
export function plainText(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type !== 'TemplateLiteral') return undefined
  const [quasi, ...more] = node.quasis as { value: { cooked: string } }[]
  return quasi && more.length === 0 ? quasi.value.cooked : undefined
}

/** Maps the names of the language functions in this file, because imports may rename them. */
function speakersOf(tree: Node): Map<string, Speaker> {
  const names = new Map<string, Speaker>()
  for (const node of tree.body as Node[]) {
    if (node.type !== 'ImportDeclaration' || !FROM.test((node.source as unknown as { value: string }).value)) continue
    for (const { imported, local } of node.specifiers as { imported?: { name: string }; local: { name: string } }[])
      if (imported && SPEAKERS.includes(imported.name)) names.set(local.name, imported.name as Speaker)
  }
  return names
}

/** Returns both forms of `plural`. */
const formsOf = (argument: Node | undefined): (Node | undefined)[] => {
  const properties = argument?.type === 'ObjectExpression' ? (argument.properties as Node[]) : []
  return ['one', 'other'].map(
    (form) => properties.find(({ key }) => (key as { name?: string } | undefined)?.name === form)?.value as Node,
  )
}

/** Lists the translatable texts of a file in order, and the calls that cannot be translated. */
export function findTexts(code: string, file?: string): { texts: FoundText[]; unreadable: Unreadable[] } {
  const texts: FoundText[] = []
  const unreadable: Unreadable[] = []
  if (!/language\/(text|rich)\.tsx?/.test(code)) return { texts, unreadable }
  const tree = treeOf(code, file)
  const speakers = speakersOf(tree)
  for (const node of nodesOf(tree)) {
    const callee = node.callee as { name?: string } | undefined
    const speaker = node.type === 'CallExpression' ? speakers.get(callee?.name ?? '') : undefined
    if (!speaker) continue
    const [first, second] = node.arguments as Node[]
    for (const argument of speaker === 'plural' ? formsOf(second) : [first]) {
      const text = plainText(argument)
      if (text === undefined || !argument) unreadable.push({ source: code.slice(node.start, node.end) })
      else texts.push({ text, literal: argument, ...(speaker === 't' && !second && { call: node }) })
    }
  }
  return { texts, unreadable }
}
