/**
 * Whether an `If-Match` or `If-None-Match` names this state: a list of tags, or `*`. Weak or strong is all the same: a proxy that
 * compresses may have made ours weak.
 */
export function namesEtag(header: string, etag: string): boolean {
  const [wanted, ...named] = [etag, ...header.split(',')].map((tag) => tag.trim().replace(/^W\//, ''))
  return named.some((tag) => tag === '*' || tag === wanted)
}
