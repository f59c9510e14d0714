/**
 * Stands in for `@emotion/is-prop-valid`, a list of every attribute of HTML and SVG: what reaches an element of ours is what
 * Chakra leaves over once it has taken its style props and a recipe's variants, and types let nothing else be written. `as`
 * is no attribute of ours: it names another element.
 */
export default function isPropValid(name: string): boolean {
  return name !== 'as'
}
