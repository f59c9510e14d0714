import { serializeStyles } from '@emotion/serialize'
import { compile, type Middleware, middleware, prefixer, serialize, stringify } from 'stylis'
import { theme } from '../../theme/system.ts'

export type Style = { [name: string]: unknown }

/** A rule of one class: `.sa1{…}`, or such a rule inside its `@media`. */
export type Rule = readonly [name: string, text: string]

/**
 * The class with the higher rank wins if two classes of one element set the same property. A component that wraps
 * another ranks above all of that one; inside one component a variant ranks above its base, and the element above both.
 */
export const ranks = { base: 0, variant: 1, element: 2, condition: 3 } as const
const RANKS_OF_A_COMPONENT = 4
export const rankOf = (depth: number, part: keyof typeof ranks): number => depth * RANKS_OF_A_COMPONENT + ranks[part]

type Class = { name: string; rank: number; rules: string[] }

/** Properties that some current browser (Safari) supports only with a prefix. */
const PREFIXED = /^(user-select|backdrop-filter|text-size-adjust|box-decoration-break)$/
const prefixed: Middleware = (element, ...more) =>
  typeof element.props === 'string' && PREFIXED.test(element.props) ? prefixer(element, ...more) : undefined

const stylis = middleware([prefixed, stringify])

/** Lists the top-level rules of a piece of CSS. */
const rulesOf = (selector: string, styles: string): string[] =>
  compile(`${selector}{${styles}}`)
    .map((element) => serialize([element], stylis))
    .filter((text) => text !== '')

/** Used only by parts of Chakra that the store does not have. */
const GROUND = /--bg-currentcolor:(?:[^;"]|"[^"]*")*;/g

const serialized = (style: unknown) => {
  const { styles } = serializeStyles([style as never])
  return serializeStyles([literally(styles.replace(GROUND, ''))])
}

/** Creates the classes of the store from style objects with Chakra's system, which never reaches the browser. */
export class StyleSheet {
  private readonly classes = new Map<string, Class>()

  /** Returns the class name of `style`; none for an empty style. The same style and rank share a class. */
  add(style: Style, rank: number): string {
    const { styles, name: hash } = serialized(theme().css(style as never))
    if (styles === '') return ''
    const name = `s${rank.toString(36)}${hash}`
    if (!this.classes.has(name)) this.classes.set(name, { name, rank, rules: rulesOf(`.${name}`, styles) })
    return name
  }

  /**
   * Returns all rules in cascade order: by rank, and inside a rank wider windows last, so an element's styles win at
   * every width, as in Chakra. Rules for media features, such as reduced motion, come last.
   */
  rules(): Rule[] {
    const all = [...this.classes.values()].flatMap(({ name, rank, rules }) =>
      rules.map((text) => ({ name, rank, text, ...placeOf(text) })),
    )
    all.sort(
      (a, b) => a.kind - b.kind || a.rank - b.rank || a.width - b.width || (a.name < b.name ? -1 : +(a.name > b.name)),
    )
    return all.map(({ name, text }) => [name, text])
  }
}

const WIDEST = 1e6

/**
 * Orders plain rules first, then maximum widths (widest first), then minimum widths (narrowest first); all others are
 * media features.
 */
function placeOf(text: string): { kind: 0 | 1; width: number } {
  const at = /^@[^{]*(?:\{@[^{]*)*/.exec(text)?.[0]
  if (!at) return { kind: 0, width: -2 * WIDEST }
  const [, end, width = '0', unit] = /\((min|max)-width:\s*([\d.]+)(rem|em|px)/.exec(at) ?? []
  const pixels = Number(width) * (unit === 'px' ? 1 : 16)
  return end ? { kind: 0, width: end === 'min' ? pixels : -pixels } : { kind: 1, width: 0 }
}

/** Returns the styles of the whole document: the reset, the theme's colours and corners, and `globalCss`. */
export const globalStyles = (): string => {
  const { layers, _global } = theme()
  const parts = _global.map((part) => serialize(compile(serialized(part).styles), stylis))
  return [layers.atRule, ...parts].join('').replace(MEASURE, '')
}

/** A theme variable that is the same in light and dark, and in every shop: spaces, sizes, fonts, … */
const MEASURE = /(--sh-(?!colors-|shadows-|radii-l)[\w\\.-]+):([^;}]*);?/g

let measures: Map<string, string> | undefined

/** Inlines the measures: variables would be longer, and each page would need all of them. */
function literally(css: string): string {
  measures ??= new Map(
    [...serializeStyles(theme()._global as never[]).styles.matchAll(MEASURE)].map(([, name = '', value = '']) => [
      name,
      value.trim(),
    ]),
  )
  return css.replace(/var\((--sh-[\w\\.-]+)\)/g, (all, name) => measures?.get(name) ?? all)
}
