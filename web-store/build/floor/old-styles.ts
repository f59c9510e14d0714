import { transform } from 'lightningcss'
import { compile, type Element, serialize, stringify } from 'stylis'
import { FLOOR } from './floor.ts'

const [MAJOR] = FLOOR.reads.chrome.split('.').map(Number) as [number]
const TARGETS = { chrome: MAJOR << 16 }

/**
 * Rewrites a sheet for browsers below the floor: layers flattened, in their order, selectors and units that these browsers
 * do not parse written out. A current browser never loads it.
 */
export function oldStyles(css: string): string {
  const flat = compile(css).flatMap(flattened)
  const { code } = transform({
    filename: 'old.css',
    code: Buffer.from(flat.map((element) => serialize([element], stringify)).join('')),
    targets: TARGETS,
    minify: true,
    errorRecovery: false,
  })
  return code.toString()
}

/** Unwraps layers; the order of their statement is the order of the sheet. */
function flattened(element: Element): Element[] {
  if (element.type === '@layer') return childrenOf(element).flatMap(flattened)
  if (element.type === 'rule') return rulesOf(element)
  if (element.type !== '@media' && element.type !== '@supports') return [element]
  return [{ ...element, return: '', children: childrenOf(element).flatMap(flattened) }]
}

const childrenOf = ({ children }: Element): Element[] => (Array.isArray(children) ? children : [])

/** Makes a rule of each selector: one that a browser does not parse would take the others along. */
function rulesOf(rule: Element): Element[] {
  const children = childrenOf(rule).flatMap(declarationsOf)
  const selectors = (rule.props as string[]).flatMap(written)
  return selectors.map((selector) => ({ ...rule, return: '', props: [selector], value: selector, children }))
}

/** Returns the place behind the bracket that closes the one before `from`. */
function closing(selector: string, from: number): number {
  let [depth, end] = [1, from]
  for (; depth > 0 && end < selector.length; end += 1) depth += { '(': 1, ')': -1 }[selector[end] as string] ?? 0
  return end
}

/** Splits at a sign outside of brackets. */
function partsOf(list: string, sign: ',' | ' ' = ','): string[] {
  const parts = ['']
  let depth = 0
  for (const letter of list) {
    depth += { '(': 1, ')': -1 }[letter] ?? 0
    if (letter === sign && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim()).filter(Boolean)
}

/** Writes `:not(a, b)` as `:not(a):not(b)`. */
function withoutLists(selector: string): string {
  const [before = '', ...more] = selector.split(':not(')
  return more.reduce((text, rest) => {
    const end = closing(rest, 0)
    const parts = partsOf(rest.slice(0, end - 1).replace(/^:(?:is|where)\((.*)\)$/, '$1'))
    return text + parts.map((part) => `:not(${part})`).join('') + rest.slice(end)
  }, before)
}

/** Writes `:where(a, b) c` out as `a c` and `b c`, and `:not(a, b)` as `:not(a):not(b)`. */
export function written(selector: string): string[] {
  const text = withoutLists(selector)
  const found = /:(?:where|is)\(/.exec(text)
  if (!found) return [text]
  const from = found.index + found[0].length
  const end = closing(text, from)
  const before = text.slice(0, found.index)
  return partsOf(text.slice(from, end - 1)).flatMap((part) => {
    // A tag begins the selector of its element: `.a` and `:is(p)` are `p.a`.
    const own = /[^\s>+~]*$/.exec(before)?.[0] ?? ''
    const joined = /^[a-z]/i.test(part) ? `${before.slice(0, before.length - own.length)}${part}${own}` : before + part
    return written(joined + text.slice(end))
  })
}

const declaration = (of: Element, name: string, value: string): Element => ({
  ...of,
  type: 'decl',
  return: '',
  props: name,
  children: value,
  length: name.length,
  value: `${name}:${value};`,
})

const textOf = ({ children }: Element) => children as unknown as string

/** The sides of a text that runs from left to right, as every language of the store does. */
const SIDES: Readonly<Record<string, readonly string[]>> = {
  'inline-start': ['left'],
  'inline-end': ['right'],
  'block-start': ['top'],
  'block-end': ['bottom'],
  inline: ['left', 'right'],
  block: ['top', 'bottom'],
}

const CORNERS: Readonly<Record<string, string>> = {
  'border-start-start-radius': 'border-top-left-radius',
  'border-start-end-radius': 'border-top-right-radius',
  'border-end-start-radius': 'border-bottom-left-radius',
  'border-end-end-radius': 'border-bottom-right-radius',
}

/** Writes sides of the text as sides of the box, and the height of a screen without its bars as one with them. */
function declarationsOf(one: Element): Element[] {
  if (one.type !== 'decl') return [one]
  const value = textOf(one).replace(/(\d)[dsl]v(h|w|min|max)\b/g, '$1v$2')
  const [, group = '', side = ''] = /^(inset|margin|padding)-(inline|block)(?:-start|-end)?$/.exec(one.props as string)
    ? ((/^(\w+)-(.*)$/.exec(one.props as string) ?? []) as string[])
    : []
  const sides = SIDES[side]
  if (!sides) return [declaration(one, CORNERS[one.props as string] ?? (one.props as string), value)]
  const [first = '', second = first] = partsOf(value, ' ')
  return sides.map((name, at) => declaration(one, group === 'inset' ? name : `${group}-${name}`, at ? second : first))
}
