import { type Node, nodesOf, treeOf } from './find-texts.ts'

/** Names of a failure in conditions and properties. */
const FAILURE = /fail|error|problem|notice|refus|lost/i

const nameOf = (node: unknown): string => {
  const { name } = (node ?? {}) as { name?: string }
  return typeof name === 'string' ? name : ''
}

const importsIn = (node: Node): string[] =>
  [...nodesOf(node)].flatMap(({ type, source }) =>
    type === 'ImportExpression' ? [String((source as { value?: unknown }).value)] : [],
  )

/** Maps the names of a file that load another one when they are used: `later(() => import(…))`, a function that imports. */
function lazyNames(tree: Node): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { type, id, init, body } of nodesOf(tree)) {
    const value = type === 'VariableDeclarator' ? init : type === 'FunctionDeclaration' ? body : undefined
    // A screen that renders a lazy part is not lazy itself.
    if (!value || !nameOf(id) || /Screen$|^use[A-Z]/.test(nameOf(id))) continue
    const files = importsIn(value as Node)
    if (files.length > 0) found.set(nameOf(id), files)
  }
  return found
}

/** Lists the parts of a file that run or show once something has failed. */
function* failurePaths(tree: Node, code: string): Generator<Node> {
  const isFailure = (node: unknown) => {
    const { start, end } = node as Node
    return FAILURE.test(code.slice(start, end))
  }
  for (const node of nodesOf(tree)) {
    const { type } = node
    if (type === 'CatchClause') yield node
    if (type === 'CallExpression') {
      const { property } = node.callee as { property?: unknown }
      if (nameOf(property) === 'catch') yield* node.arguments as Node[]
    }
    if (type === 'Property' && /^on(Error|Failed)$/.test(nameOf(node.key))) yield node.value as Node
    if (type === 'LogicalExpression' && node.operator === '&&' && isFailure(node.left)) yield node.right as Node
    if ((type === 'ConditionalExpression' || type === 'IfStatement') && isFailure(node.test))
      yield node.consequent as Node
    if (type === 'JSXElement') {
      const { attributes } = node.openingElement as { attributes: Node[] }
      if (attributes.some(({ name }) => FAILURE.test(nameOf(name)) && nameOf(name) !== 'failed'))
        yield node.openingElement as Node
    }
  }
}

/**
 * Lists the modules that a file would load on a failure path, where there may be no network to load them: in a catch, in `onError`, in a
 * condition that names a failure, or with a failure as property.
 */
export function lazyFailures(code: string, file?: string): string[] {
  const tree = treeOf(code, file)
  const lazy = lazyNames(tree)
  const found = new Set<string>()
  for (const path of failurePaths(tree, code)) {
    for (const file of importsIn(path)) found.add(file)
    for (const node of nodesOf(path)) {
      const used = node.type === 'Identifier' || node.type === 'JSXIdentifier' ? lazy.get(nameOf(node)) : undefined
      for (const file of used ?? []) found.add(file)
    }
  }
  return [...found]
}
