import type { Node } from '../find-texts.ts'
import { type Module, type Modules, nameOf, sourceOf } from './modules.ts'
import type { Style } from './style-sheet.ts'

/** A value known at build time, or several, selected by an expression of the source. */
export type Choice =
  | { value: unknown }
  | { test: string; yes: Choice; no: Choice }
  | { key: string; table: Record<string, Choice> }

/** An expression whose value is known only at run time. */
export class Unknown extends Error {}

const NOTHING: Choice = { value: undefined }

export function mapChoice(choice: Choice, change: (value: unknown) => unknown): Choice {
  if ('value' in choice) return { value: change(choice.value) }
  if ('test' in choice) return { ...choice, yes: mapChoice(choice.yes, change), no: mapChoice(choice.no, change) }
  const entries = Object.entries(choice.table).map(([key, each]) => [key, mapChoice(each, change)])
  return { ...choice, table: Object.fromEntries(entries) }
}

/** Combines two choices into every pair; choices by the same test combine once. */
function combine(one: Choice, other: Choice, join: (one: never, other: never) => unknown): Choice {
  if ('value' in one) return mapChoice(other, (value) => join(one.value as never, value as never))
  if ('key' in one) {
    const entries = Object.entries(one.table).map(([key, each]) => [key, combine(each, other, join)])
    return { ...one, table: Object.fromEntries(entries) }
  }
  const [yes, no] = [true, false].map((answer) => choose(other, one.test, answer)) as [Choice, Choice]
  return { test: one.test, yes: combine(one.yes, yes, join), no: combine(one.no, no, join) }
}

const choose = (choice: Choice, test: string, answer: boolean): Choice =>
  'test' in choice && choice.test === test ? choose(answer ? choice.yes : choice.no, test, answer) : choice

/** Evaluates an expression of a module to its possible values. Throws `Unknown` for a value known only at run time. */
export function evaluate(modules: Modules, module: Module, node: Node): Choice {
  const inner = (child: unknown) => evaluate(modules, module, child as Node)
  switch (node.type) {
    case 'Literal':
      return { value: node.value }
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'JSXExpressionContainer':
      return inner(node.expression)
    case 'UnaryExpression':
      if (node.operator !== '-') break
      return mapChoice(inner(node.argument), (value) => -Number(value))
    case 'TemplateLiteral':
      return evaluateTemplate(node, inner)
    case 'BinaryExpression':
      if (node.operator !== '+') break
      return combine(inner(node.left), inner(node.right), (a: string, b: string) => a + b)
    case 'ConditionalExpression':
      return {
        test: sourceOf(module, node.test as Node),
        yes: inner(node.consequent),
        no: inner(node.alternate),
      }
    case 'LogicalExpression':
      if (node.operator !== '&&') break
      return { test: sourceOf(module, node.left as Node), yes: inner(node.right), no: NOTHING }
    case 'ObjectExpression':
      return evaluateObject(node, inner)
    case 'MemberExpression':
      return evaluateMember(module, node, inner)
    case 'Identifier':
      return evaluateName(modules, module, nameOf(node))
    default:
  }
  throw new Unknown(sourceOf(module, node))
}

function evaluateTemplate({ quasis, expressions }: Node, inner: (node: unknown) => Choice): Choice {
  const texts = (quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  let whole: Choice = { value: texts[0] }
  for (const [at, expression] of (expressions as Node[]).entries())
    whole = combine(whole, inner(expression), (before: string, value: string) => before + value + texts[at + 1])
  return whole
}

function evaluateObject({ properties }: Node, inner: (node: unknown) => Choice): Choice {
  let whole: Choice = { value: {} }
  for (const property of properties as Node[]) {
    if (property.type === 'SpreadElement') {
      whole = combine(whole, inner(property.argument), (before: Style, more: Style) => ({ ...before, ...more }))
      continue
    }
    const key = property.key as Node
    const name = property.computed ? fixed(inner(key)) : key.type === 'Identifier' ? nameOf(key) : String(key.value)
    whole = combine(whole, inner(property.value), (before: Style, value: unknown) => ({ ...before, [name]: value }))
  }
  return whole
}

function fixed(choice: Choice): string {
  if (!('value' in choice)) throw new Unknown('a name that changes')
  return String(choice.value)
}

function evaluateMember(module: Module, node: Node, inner: (node: unknown) => Choice): Choice {
  const property = node.property as Node
  const object = inner(node.object)
  if (!node.computed) return mapChoice(object, (value) => (value as Style | undefined)?.[nameOf(property)])
  if (!('value' in object)) throw new Unknown(sourceOf(module, node))
  const entries = Object.entries(object.value as Style).map(([key, value]) => [key, { value }])
  return { key: sourceOf(module, property), table: Object.fromEntries(entries) }
}

function evaluateName(modules: Modules, module: Module, name: string): Choice {
  if (name === 'undefined') return NOTHING
  const constant = module.constants.get(name)
  if (constant) {
    const found = evaluate(modules, module, constant)
    // Its tests refer to names of that module.
    if (!('value' in found)) throw new Unknown(name)
    return found
  }
  const imported = module.imports.get(name)
  if (!imported) throw new Unknown(name)
  return evaluateName(modules, modules.get(imported.file), imported.name)
}
