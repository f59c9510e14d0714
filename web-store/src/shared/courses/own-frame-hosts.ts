/** Hosts of the owner's own that lessons may be framed from; the server puts them into every document. */
export function ownFrameHosts(): string[] {
  const content = document.querySelector<HTMLMetaElement>('meta[name="frame-hosts"]')?.content ?? ''
  return content.split(' ').filter(Boolean)
}
