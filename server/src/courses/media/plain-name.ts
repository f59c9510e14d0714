/** Returns the plain letters and digits of a name, without its extension, which the content decides. */
export function plainName(input: string, fallback = 'file'): string {
  const clean = input
    .replace(/\.(?:[A-Za-z0-9]{1,5}|sketch)$/i, '')
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/([._-])[._-]+/g, '$1')
    .slice(0, 80)
    .replace(/^[._-]+|[._-]+$/g, '')
  return clean || fallback
}
