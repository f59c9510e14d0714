/** 'true' reads 'Lifetime access', other text is shown as it is, 'false' and nothing not at all. */
export function lifetimeText(value: string | null): string | undefined {
  const text = value?.trim()
  if (!text || text.toLowerCase() === 'false') return undefined
  return text.toLowerCase() === 'true' ? 'Lifetime access' : text
}
