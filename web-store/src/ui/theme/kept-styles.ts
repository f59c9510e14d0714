import type { SystemContext } from '@chakra-ui/react'

type Recipe = ((props?: object) => object) & { merge(other: Recipe): Recipe }
type MakeRecipe = (config: object) => Recipe
type Resolve = (...styles: object[]) => object

/** Styles with numbers that change, such as a bar's width, must not pile up. */
const MOST_KEPT = 200

/**
 * The same system with a memory. Chakra makes a component's recipe, and resolves its styles, for every element and every
 * rendering anew, which was two thirds of the time a page took to come to life; the same component with the same properties
 * looks the same, so it is done once.
 */
export function keepStyles(system: SystemContext): SystemContext {
  return {
    ...system,
    cva: keepRecipes(system.cva as unknown as MakeRecipe) as unknown as SystemContext['cva'],
    css: keepResolved(system.css as unknown as Resolve) as unknown as SystemContext['css'],
  }
}

/** One recipe for each config object, and one for each pair of recipes that are merged. */
function keepRecipes(makeRecipe: MakeRecipe): MakeRecipe {
  const kept = new WeakMap<object, Recipe>()
  const withKeptMerges = (recipe: Recipe): Recipe => {
    const merge = recipe.merge.bind(recipe)
    const merged = new WeakMap<Recipe, Recipe>()
    return Object.assign(recipe, {
      merge: (other: Recipe) => keep(merged, other, () => withKeptMerges(merge(other))),
    })
  }
  return (config) => keep(kept, config, () => withKeptMerges(makeRecipe(config)))
}

/** The resolved styles for each result of a recipe, by what the element adds to it. */
function keepResolved(resolve: Resolve): Resolve {
  const kept = new WeakMap<object, Map<string, object>>()
  return (...styles) => {
    const [recipeStyles, ...added] = styles
    if (!recipeStyles) return resolve(...styles)
    const ofRecipe = keep(kept, recipeStyles, () => new Map<string, object>())
    if (ofRecipe.size > MOST_KEPT) ofRecipe.clear()
    return keep(ofRecipe, JSON.stringify(added), () => resolve(...styles))
  }
}

type Memory<Key, Value> = { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown }

function keep<Key, Value>(memory: Memory<Key, Value>, key: Key, make: () => Value): Value {
  const known = memory.get(key)
  if (known !== undefined) return known
  const made = make()
  memory.set(key, made)
  return made
}
