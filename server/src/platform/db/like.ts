/** A LIKE pattern for texts that contain `part`, in which `%`, `_` and the escape stand for themselves. */
export function containing(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`
}
