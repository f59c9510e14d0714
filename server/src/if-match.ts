/** Whether an `If-Match` names this state: a list of tags, or `*`; a proxy that compresses may have made ours weak. */
export function namesEtag(header: string, etag: string): boolean {
  return header.split(',').some((part) => ['*', etag].includes(part.trim().replace(/^W\//, '')))
}
