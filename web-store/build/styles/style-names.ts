import { theme } from '../../theme/system.ts'

/** Whether a prop of this name is a style: a property of CSS, one of Chakra's, or a condition such as `_hover`. */
export const isStyleName = (name: string): boolean => theme().isValidProperty(name)

/** The palettes that `colorPalette` can be. */
export function palettes(): string[] {
  const names = theme().tokens.allTokens.flatMap(({ name }) => /^colors\.(\w+)\.solid$/.exec(name)?.[1] ?? [])
  return [...new Set(names)].filter((name) => name !== 'colorPalette')
}
