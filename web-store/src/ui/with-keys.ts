export type WithKey<T> = { key: string; entry: T; index: number }

/** Adds a key to each entry for React, from its text; repeated texts get different keys. */
export function withKeys<T>(entries: readonly T[], textOf: (entry: T) => string): WithKey<T>[] {
  const seen = new Map<string, number>()
  return entries.map((entry, index) => {
    const text = textOf(entry)
    const times = seen.get(text) ?? 0
    seen.set(text, times + 1)
    return { key: times === 0 ? text : `${text} ${times}`, entry, index }
  })
}

/** Does the same for a list of texts. */
export const textsWithKeys = (texts: readonly string[]): WithKey<string>[] => withKeys(texts, (text) => text)
