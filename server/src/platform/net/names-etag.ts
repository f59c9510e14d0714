/**
 * Checks an `If-Match` or `If-None-Match` against this state: a list of tags, or `*`. Ignores weakness: a compressing
 * proxy may have weakened ours.
 */
export function namesEtag(header: string, etag: string): boolean {
  const [wanted, ...named] = [etag, ...header.split(',')].map((tag) => tag.trim().replace(/^W\//, ''))
  return named.some((tag) => tag === '*' || tag === wanted)
}
