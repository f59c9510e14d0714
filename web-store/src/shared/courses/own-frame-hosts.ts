/** Hosts of the owner's own that lessons may be framed from; the server puts them into every document. */
export function ownFrameHosts(): string[] {
  // A drawn screen shows no frame, and what it shows in its place stays until the player is there.
  if (import.meta.env.SSR) return []
  const content = document.querySelector<HTMLMetaElement>('meta[name="frame-hosts"]')?.content ?? ''
  return content.split(' ').filter(Boolean)
}
