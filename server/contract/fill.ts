/** Values for a text's names in braces: `{count}`. */
export type Values = Record<string, string | number>

/**
 * Puts the values into the places of their names; a value is not read as a text, and a name without one stays seen. Without values the
 * text stays as it is. `put` changes each value on its way.
 */
export function fill(text: string, values?: Values, put = (value: string) => value): string {
  return values ? text.replace(/\{(\w+)\}/g, (name, key: string) => put(String(values[key] ?? name))) : text
}
