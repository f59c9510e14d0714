/** Bodies nested deeper than this are refused: parsers and validators recurse. */
const MAX_DEPTH = 32

/**
 * Looks over JSON text before it is parsed, without recursion: says what is wrong with its nesting or its keys, or
 * undefined. `JSON.parse` would overflow later on the first and silently keep the last of two equal keys.
 */
export function findJsonFault(text: string): string | undefined {
  const keys: (Set<string> | undefined)[] = []
  let expectKey = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') {
      const end = endOfString(text, at)
      if (end < 0) return undefined
      const seen = keys[keys.length - 1]
      if (expectKey && seen) {
        const key = text.slice(at, end + 1)
        if (seen.has(key)) return 'A key is given twice'
        seen.add(key)
        expectKey = false
      }
      at = end
    } else if (character === '{' || character === '[') {
      if (keys.length === MAX_DEPTH) return 'The body is nested too deeply'
      keys.push(character === '{' ? new Set() : undefined)
      expectKey = character === '{'
    } else if (character === '}' || character === ']') {
      keys.pop()
      expectKey = false
    } else if (character === ',') {
      expectKey = keys[keys.length - 1] !== undefined
    }
  }
  return undefined
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return -1
}

/** Returns true when any string in the value is unstorable in PostgreSQL: with NUL, or half a surrogate pair. */
export function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  if (Array.isArray(value)) return value.some(holdsUnstorable)
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).some(([key, entry]) => holdsUnstorable(key) || holdsUnstorable(entry))
  }
  return false
}
