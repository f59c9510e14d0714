import { serializeStyles } from '@emotion/serialize'
import { compile, type Middleware, middleware, prefixer, serialize, stringify } from 'stylis'
import { theme } from '../../theme/system.ts'

export type Style = { [name: string]: unknown }

/** A rule of one class: `.sa1{…}`, or such a rule within its `@media`. */
export type Rule = readonly [name: string, text: string]

/**
 * Which of two classes of one element wins where both say the same: that with the higher rank. What a component adds to another one ranks
 * above all of that one; within one component a variant ranks above its base, and what stands at the element above both.
 */
export const ranks = { base: 0, variant: 1, element: 2, condition: 3 } as const
const RANKS_OF_A_COMPONENT = 4
export const rankOf = (depth: number, part: keyof typeof ranks): number => depth * RANKS_OF_A_COMPONENT + ranks[part]

type Class = { name: string; rank: number; rules: string[] }

/** What some browser of today, Safari, knows under a name of its own alone. */
const PREFIXED = /^(user-select|backdrop-filter|text-size-adjust|box-decoration-break)$/
const prefixed: Middleware = (element, ...more) =>
  typeof element.props === 'string' && PREFIXED.test(element.props) ? prefixer(element, ...more) : undefined

const stylis = middleware([prefixed, stringify])

/** The top-level rules of a piece of CSS. */
const rulesOf = (selector: string, styles: string): string[] =>
  compile(`${selector}{${styles}}`)
    .map((element) => serialize([element], stylis))
    .filter((text) => text !== '')

/** What Chakra's own parts that we have not would ask what they lie on. */
const GROUND = /--bg-currentcolor:(?:[^;"]|"[^"]*")*;/g

const serialized = (style: unknown) => {
  const { styles } = serializeStyles([style as never])
  return serializeStyles([literally(styles.replace(GROUND, ''))])
}

/** The classes of the store, made of style objects by Chakra's system, which so never comes to a browser. */
export class StyleSheet {
  private readonly classes = new Map<string, Class>()

  /** The name of the class that looks like `style`; none for a style that says nothing. The same style of one rank is one class. */
  add(style: Style, rank: number): string {
    const { styles, name: hash } = serialized(theme().css(style as never))
    if (styles === '') return ''
    const name = `s${rank.toString(36)}${hash}`
    if (!this.classes.has(name)) this.classes.set(name, { name, rank, rules: rulesOf(`.${name}`, styles) })
    return name
  }

  /**
   * All rules in the order that makes them win as they should: by rank, within a rank those of a wider window last. So what stands at an
   * element counts at every width, as in Chakra. What holds for a kind of screen, such as less motion, comes after all of them.
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

/** Plain rules, then those up to a width (the widest first), then those from a width on (the narrowest first); all others are a kind. */
function placeOf(text: string): { kind: 0 | 1; width: number } {
  const at = /^@[^{]*(?:\{@[^{]*)*/.exec(text)?.[0]
  if (!at) return { kind: 0, width: -2 * WIDEST }
  const [, end, width = '0', unit] = /\((min|max)-width:\s*([\d.]+)(rem|em|px)/.exec(at) ?? []
  const pixels = Number(width) * (unit === 'px' ? 1 : 16)
  return end ? { kind: 0, width: end === 'min' ? pixels : -pixels } : { kind: 1, width: 0 }
}

/** The styles of the whole document: the start of every element, the colours of the theme, what `globalCss` says. */
export const globalStyles = (): string => {
  const { layers, _global } = theme()
  const parts = _global.map((part) => serialize(compile(serialized(part).styles), stylis))
  return [layers.atRule, ...parts].join('').replace(MEASURE, '')
}

/** A variable of the theme that is the same in light and dark: spaces, sizes, fonts, … */
const MEASURE = /(--sh-(?!colors-|shadows-)[\w\\.-]+):([^;}]*);?/g

let measures: Map<string, string> | undefined

/** Each measure by what it is: a variable would be longer, and a page would have to bring all of them. */
function literally(css: string): string {
  measures ??= new Map(
    [...serializeStyles(theme()._global as never[]).styles.matchAll(MEASURE)].map(([, name = '', value = '']) => [
      name,
      value.trim(),
    ]),
  )
  return css.replace(/var\((--sh-[\w\\.-]+)\)/g, (all, name) => measures?.get(name) ?? all)
}
