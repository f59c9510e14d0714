/** What is put into a text where its name stands in braces: `{count}`. */
export type Values = Record<string, string | number>

/**
 * Puts the values into the places of their names; a value is not read as a text, and a name without one stays seen. Without values the
 * text stays as it is.
 */
export function fill(text: string, values?: Values): string {
  return values ? text.replace(/\{(\w+)\}/g, (name, key: string) => String(values[key] ?? name)) : text
}
