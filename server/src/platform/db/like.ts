/** Builds a LIKE pattern for texts that contain `part`, with `%`, `_` and the escape as literals. */
export function containing(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`
}
