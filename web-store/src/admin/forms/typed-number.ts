/** What is sent of a number as it was typed: null for an empty field. */
export const typedNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text))
