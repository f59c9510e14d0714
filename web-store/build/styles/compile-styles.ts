import { theme } from '../../theme/system.ts'
import { type Node, nodesOf } from '../find-texts.ts'
import { Components, isRecipeCall, plainTag } from './components.ts'
import { type Choice, evaluate, mapChoice, Unknown } from './evaluate.ts'
import { type Module, type Modules, nameOf, StyleProblem, sourceOf } from './modules.ts'
import { rankOf, type Style, type StyleSheet } from './style-sheet.ts'

type Change = { start: number; end: number; text: string }

/** The module with a style, and its rank in the order of styles. */
type Place = { module: Module; rank: number }

type Recipe = {
  base?: Style
  variants?: Record<string, Record<string, Style>>
  defaultVariants?: Record<string, string>
}

/** Replaces style objects and style props by class names. */
export class StyleCompiler {
  private readonly modules: Modules
  private readonly sheet: StyleSheet
  private readonly components: Components

  constructor(modules: Modules, sheet: StyleSheet) {
    this.modules = modules
    this.sheet = sheet
    this.components = new Components(modules)
  }

  /** Returns the file with its classes; undefined without changes. */
  compile(module: Module): string | undefined {
    const changes: Change[] = []
    for (const node of nodesOf(module.tree)) {
      if (bringsChakra(node)) throw new StyleProblem(module, node, FOR_THE_BUILD)
      if (isRecipeCall(node)) changes.push(...this.recipe(module, node))
      if (node.type === 'JSXElement') changes.push(...this.element(module, node))
    }
    if (changes.length === 0) return undefined
    changes.sort((a, b) => b.start - a.start)
    return changes.reduce((code, { start, end, text }) => code.slice(0, start) + text + code.slice(end), module.code)
  }

  private recipe(module: Module, call: Node): Change[] {
    const [tag, config] = call.arguments as [Node, Node?]
    const pure = { start: call.start, end: call.start, text: '/* @__PURE__ */ ' }
    if (!config) return [pure]
    const choice = this.valueOf(module, config)
    if (!choice || !('value' in choice)) throw new StyleProblem(module, config, 'a recipe is no constant')
    const within = tag.type === 'Identifier' ? this.components.find(module, nameOf(tag)) : undefined
    const depth = within ? within.depth + 1 : 0
    const { base = {}, variants = {}, defaultVariants, ...rest } = choice.value as Recipe
    const [unknown] = Object.keys(rest)
    if (unknown) throw new StyleProblem(module, config, `a recipe cannot have ${unknown}`)
    const rank = rankOf(depth, 'variant')
    const classes = Object.entries(variants).map(([name, values]) => [
      name,
      Object.fromEntries(Object.entries(values).map(([value, style]) => [value, this.sheet.add(style, rank)])),
    ])
    const compiled = {
      base: this.sheet.add(base, rankOf(depth, 'base')),
      variants: classes.length > 0 ? Object.fromEntries(classes) : undefined,
      defaultVariants,
    }
    return [pure, { start: config.start, end: config.end, text: JSON.stringify(compiled) }]
  }

  private element(module: Module, element: Node): Change[] {
    const opening = element.openingElement as Node
    const name = opening.name as Node
    const component = this.components.ofElement(module, name)
    if (!component) return []
    const tag = plainTag(name)
    const attributes = opening.attributes as Node[]
    const fixed: Style = {}
    const classes: string[] = []
    const gone: Node[] = []
    let before: Node | undefined
    const place = { module, rank: rankOf(component.depth, 'condition') }
    for (const attribute of attributes) {
      const found =
        attribute.type === 'JSXSpreadAttribute'
          ? this.spread(module, attribute)
          : this.attribute(module, attribute, { own: component.own, tag })
      if (!found) {
        if (attributeName(attribute) === 'className') before = attribute
        continue
      }
      gone.push(attribute)
      if ('value' in found) Object.assign(fixed, found.value)
      else classes.push(this.expression(place, found))
    }
    const changes: Change[] = gone.map(({ start, end }) => ({ start, end, text: '' }))
    const base = this.sheet.add(ordered(fixed), rankOf(component.depth, 'element'))
    if (base) classes.unshift(JSON.stringify(base))
    if (tag && !attributes.some((each) => ['as', 'asChild'].includes(attributeName(each) ?? '')))
      changes.push(...renamed(element, tag))
    if (classes.length === 0) return changes
    const handed = attributes.filter(
      (each) =>
        each.type === 'JSXSpreadAttribute' &&
        !gone.includes(each) &&
        (each.argument as Node).type !== 'ConditionalExpression',
    )
    for (const each of handed) classes.push(`(${sourceOf(module, each.argument as Node)}).className`)
    if (before) {
      classes.push(sourceOf(module, before.value as Node).replace(/^\{|\}$/g, ''))
      changes.push({ start: before.start, end: before.end, text: '' })
    }
    changes.push({
      start: endOfAttributes(opening),
      end: endOfAttributes(opening),
      text: ` className={${joined(classes)}}`,
    })
    return changes
  }

  /** Evaluates a style prop; undefined for any other prop. */
  private attribute(
    module: Module,
    attribute: Node,
    { own, tag }: { own: ReadonlySet<string>; tag: string | undefined },
  ): Choice | undefined {
    const name = attributeName(attribute)
    if (!name || own.has(name) || !isStyleName(name) || ATTRIBUTES.has(name)) return undefined
    if (tag && ATTRIBUTES_OF[name]?.has(tag))
      throw new StyleProblem(
        module,
        attribute,
        `${name} is an attribute of ${tag} and a style: use css={{…}} or style={{…}}`,
      )
    const value = attribute.value as Node | null
    const choice = value ? this.valueOf(module, value) : { value: true }
    if (choice) return mapChoice(choice, (each) => (name === 'css' ? { css: each } : { [name]: each }))
    if (name !== 'colorPalette')
      throw new StyleProblem(module, attribute, `the value of ${name} is not known: use style={{…}}`)
    const table = Object.fromEntries(palettes().map((palette) => [palette, { value: { colorPalette: palette } }]))
    return { key: sourceOf(module, (value as Node).expression as Node), table }
  }

  /** Evaluates `{...styles}` of a constant with styles. */
  private spread(module: Module, attribute: Node): Choice | undefined {
    const choice = this.valueOf(module, attribute.argument as Node)
    const names = new Set<string>()
    if (choice) mapChoice(choice, (value) => Object.keys((value ?? {}) as Style).map((name) => names.add(name)))
    if (choice && [...names].every(isStyleName)) return choice
    if (choice ? [...names].some(isStyleName) : namesStyle(attribute))
      throw new StyleProblem(module, attribute, 'styles stand beside other props: name them one by one')
    return undefined
  }

  private valueOf(module: Module, node: Node): Choice | undefined {
    try {
      return evaluate(this.modules, module, node)
    } catch (error) {
      if (error instanceof Unknown) return undefined
      throw error
    }
  }

  /** Returns source code that evaluates to the class name, or to an empty string. */
  private expression(place: Place, choice: Choice): string {
    if ('value' in choice) return JSON.stringify(this.sheet.add(ordered((choice.value ?? {}) as Style), place.rank))
    if ('test' in choice)
      return `((${choice.test}) ? ${this.expression(place, choice.yes)} : ${this.expression(place, choice.no)})`
    const entries = Object.entries(choice.table).map(
      ([key, each]) => `${JSON.stringify(key)}: ${this.expression(place, each)}`,
    )
    return `({ ${entries.join(', ')} })[${choice.key}]`
  }
}

/** Attributes of every element that are names of styles, too. As a style such a name stands in `css={{…}}`. */
export const ATTRIBUTES: ReadonlySet<string> = new Set(['translate'])

const SIZED = new Set(['img', 'video', 'canvas', 'iframe', 'svg', 'source', 'embed', 'object', 'input'])
/** Names of styles that are attributes of some elements: there nobody can tell what is meant. */
export const ATTRIBUTES_OF: Readonly<Record<string, ReadonlySet<string>>> = {
  width: SIZED,
  height: SIZED,
  content: new Set(['meta']),
  color: new Set(['font', 'link']),
  border: new Set(['table']),
  clip: new Set([]),
}

const FOR_THE_BUILD = 'Chakra is for the build alone, all but its types: take `chakra` from ui/chakra.ts'
const bringsChakra = ({ type, source, importKind }: Node): boolean =>
  type === 'ImportDeclaration' && importKind !== 'type' && (source as Node).value === '@chakra-ui/react'

/** Chakra reads `css` first, regardless of its position. */
const ordered = ({ css, ...props }: Style): Style => ({ ...(css as Style | undefined), ...props })

/** Returns true if a spread object names a style directly. */
const namesStyle = (spread: Node): boolean =>
  [...nodesOf(spread)].some(({ type, key, computed }) => type === 'Property' && !computed && isStyleName(nameOf(key)))

const attributeName = (attribute: Node): string | undefined =>
  attribute.type === 'JSXAttribute' && (attribute.name as Node).type === 'JSXIdentifier'
    ? nameOf(attribute.name)
    : undefined

const endOfAttributes = ({ attributes, name, typeArguments }: Node): number =>
  ((attributes as Node[]).at(-1) ?? (typeArguments as Node | null) ?? (name as Node)).end

/** Returns a single class as a literal; several may be empty. */
function joined(classes: readonly string[]): string {
  const [first = '', ...more] = classes
  if (more.length > 0) return `[${classes.join(', ')}].filter(Boolean).join(' ') || undefined`
  return first.startsWith('"') ? first : `${first} || undefined`
}

function renamed({ openingElement, closingElement }: Node, tag: string): Change[] {
  return [openingElement, closingElement].flatMap((part) => {
    const name = (part as Node | null)?.name as Node | undefined
    return name ? [{ start: name.start, end: name.end, text: tag }] : []
  })
}

/** Returns true if a prop of this name is a style: a CSS property, one of Chakra's, or a condition such as `_hover`. */
const isStyleName = (name: string): boolean => theme().isValidProperty(name)

/** Lists the possible values of `colorPalette`. */
function palettes(): string[] {
  const names = theme().tokens.allTokens.flatMap(({ name }) => /^colors\.(\w+)\.solid$/.exec(name)?.[1] ?? [])
  return [...new Set(names)].filter((name) => name !== 'colorPalette')
}
