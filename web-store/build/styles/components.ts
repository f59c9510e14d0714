import { type Node, nodesOf } from '../find-texts.ts'
import { evaluate } from './evaluate.ts'
import { type Module, type Modules, nameOf } from './modules.ts'

/** A component that looks as its style props say. */
export type Component = {
  /** How many components it is made of, one within the other: what stands at an outer one wins. */
  depth: number
  /** Props it has for itself, whatever they are called. */
  own: ReadonlySet<string>
}

const isFactory = (node: Node | undefined) => node?.type === 'Identifier' && nameOf(node) === 'chakra'

/** A call of `chakra(tag, recipe)`. */
export const isRecipeCall = (node: Node): boolean =>
  node.type === 'CallExpression' && isFactory(node.callee as Node) && (node.arguments as Node[]).length > 0

/** The tag of `<chakra.p>`: `p`. */
export function plainTag(name: Node): string | undefined {
  if (name.type !== 'JSXMemberExpression' || nameOf(name.object) !== 'chakra') return undefined
  return nameOf(name.property)
}

const bare = (node: Node): Node =>
  node.type === 'TSAsExpression' || node.type === 'ParenthesizedExpression' ? bare(node.expression as Node) : node

/** Which components take style props: those of `chakra()`, and functions that hand the rest of their props on to such a one. */
export class Components {
  private readonly known = new Map<string, Component | undefined>()
  private readonly modules: Modules

  constructor(modules: Modules) {
    this.modules = modules
  }

  /** The component behind a name in a module; undefined where that is none, or one of its own kind. */
  find(module: Module, name: string): Component | undefined {
    const key = `${module.file} ${name}`
    if (this.known.has(key)) return this.known.get(key)
    this.known.set(key, undefined)
    const found = this.read(module, name)
    this.known.set(key, found)
    return found
  }

  private read(module: Module, name: string): Component | undefined {
    const imported = module.imports.get(name)
    if (imported) return this.find(this.modules.get(imported.file), imported.name)
    const constant = module.constants.get(name)
    if (constant && isRecipeCall(constant)) return this.readRecipe(module, constant)
    const made = module.functions.get(name)
    return made && this.readFunction(module, made)
  }

  private readRecipe(module: Module, call: Node): Component {
    const [tag, config] = call.arguments as Node[]
    const within = tag?.type === 'Identifier' ? this.find(module, nameOf(tag)) : undefined
    const own = new Set([...(within?.own ?? []), ...(config ? this.variantsOf(module, config) : [])])
    return { depth: within ? within.depth + 1 : 0, own }
  }

  private variantsOf(module: Module, config: Node): string[] {
    const recipe = evaluate(this.modules, module, config)
    const { variants = {} } = ('value' in recipe ? recipe.value : {}) as { variants?: object }
    return Object.keys(variants)
  }

  private readFunction(module: Module, made: Node): Component | undefined {
    const [props] = made.params as Node[]
    if (!props) return undefined
    const [rest, own] = restOf(props)
    if (!rest) return undefined
    for (const node of nodesOf(made.body as Node)) {
      if (node.type !== 'JSXOpeningElement') continue
      const spread = (node.attributes as Node[]).some(
        ({ type, argument }) => type === 'JSXSpreadAttribute' && nameOf(bare(argument as Node)) === rest,
      )
      const within = spread && this.ofElement(module, node.name as Node, made)
      if (within) return { depth: within.depth + 1, own: new Set([...own, ...within.own]) }
    }
    return undefined
  }

  /** The component of an element, `scope` being the function around it. */
  ofElement(module: Module, name: Node, scope?: Node): Component | undefined {
    if (plainTag(name)) return { depth: 0, own: new Set() }
    if (name.type !== 'JSXIdentifier') return undefined
    return this.find(module, nameOf(name)) ?? (scope && this.find(module, typeName(scope, nameOf(name)) ?? ''))
  }
}

/** The name of what a component calls the rest of its props, and the names that it takes for itself. */
function restOf(props: Node): [rest: string | undefined, own: string[]] {
  if (props.type === 'Identifier') return [nameOf(props), []]
  if (props.type !== 'ObjectPattern') return [undefined, []]
  const parts = props.properties as Node[]
  const rest = parts.find(({ type }) => type === 'RestElement')
  const own = parts.filter(({ type }) => type === 'Property').map(({ key }) => nameOf(key))
  return [rest && nameOf(rest.argument), own]
}

/** `Input` of `const Control = … as typeof Input`. */
function typeName(scope: Node, name: string): string | undefined {
  for (const node of nodesOf(scope)) {
    if (node.type !== 'VariableDeclarator' || nameOf(node.id) !== name) continue
    const type = (node.init as Node | null)?.typeAnnotation as Node | undefined
    if (type?.type === 'TSTypeQuery') return nameOf(type.exprName)
  }
  return undefined
}
