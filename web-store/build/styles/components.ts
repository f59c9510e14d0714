import { type Node, nodesOf } from '../find-texts.ts'
import { evaluate } from './evaluate.ts'
import { type Module, type Modules, nameOf } from './modules.ts'

/** A component with style props. */
export type Component = {
  /** The number of nested components it is made of: styles of an outer one win. */
  depth: number
  /** The component's own props, whatever their names. */
  own: ReadonlySet<string>
}

const isFactory = (node: Node | undefined) => node?.type === 'Identifier' && nameOf(node) === 'chakra'

/** Matches a call of `chakra(tag, recipe)`. */
export const isRecipeCall = (node: Node): boolean =>
  node.type === 'CallExpression' && isFactory(node.callee as Node) && (node.arguments as Node[]).length > 0

/** Returns the tag of `<chakra.p>`: `p`. */
export function plainTag(name: Node): string | undefined {
  if (name.type !== 'JSXMemberExpression' || nameOf(name.object) !== 'chakra') return undefined
  return nameOf(name.property)
}

const bare = (node: Node): Node =>
  node.type === 'TSAsExpression' || node.type === 'ParenthesizedExpression' ? bare(node.expression as Node) : node

/**
 * Finds components with style props: those of `chakra()`, and functions that pass their remaining props to such a
 * component.
 */
export class Components {
  private readonly known = new Map<string, Component | undefined>()
  private readonly modules: Modules

  constructor(modules: Modules) {
    this.modules = modules
  }

  /** Returns the component of a name in a module; undefined if it has no style props. */
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

  /** Returns the component of an element in the function `scope`. */
  ofElement(module: Module, name: Node, scope?: Node): Component | undefined {
    if (plainTag(name)) return { depth: 0, own: new Set() }
    if (name.type !== 'JSXIdentifier') return undefined
    return this.find(module, nameOf(name)) ?? (scope && this.find(module, typeName(scope, nameOf(name)) ?? ''))
  }
}

/** Returns the name of a component's rest props, and the props it takes for itself. */
function restOf(props: Node): [rest: string | undefined, own: string[]] {
  if (props.type === 'Identifier') return [nameOf(props), []]
  if (props.type !== 'ObjectPattern') return [undefined, []]
  const parts = props.properties as Node[]
  const rest = parts.find(({ type }) => type === 'RestElement')
  const own = parts.filter(({ type }) => type === 'Property').map(({ key }) => nameOf(key))
  return [rest && nameOf(rest.argument), own]
}

/** Returns `Input` for `const Control = … as typeof Input`. */
function typeName(scope: Node, name: string): string | undefined {
  for (const node of nodesOf(scope)) {
    if (node.type !== 'VariableDeclarator' || nameOf(node.id) !== name) continue
    const type = (node.init as Node | null)?.typeAnnotation as Node | undefined
    if (type?.type === 'TSTypeQuery') return nameOf(type.exprName)
  }
  return undefined
}
