/** Parses a number field; null for an empty one. */
export const typedNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text))
