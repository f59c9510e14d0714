/**
 * Stands in for `@emotion/is-prop-valid`, a list of every attribute of HTML and SVG: what reaches an element of ours is what
 * Chakra leaves over once it has taken its style props and a recipe's variants, and types let nothing else be written.
 */
export default function isPropValid(_name: string): boolean {
  return true
}
