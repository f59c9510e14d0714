/** A shop that takes longer is not reached at once. */
const LOOK_MS = 5_000

/**
 * Returns true where something in the browser refuses a film, such as a content blocker: the shop answers at once, and
 * the file cannot even be requested, or is there in a form that this browser plays.
 */
export async function isBlocked(video: HTMLVideoElement, address: string): Promise<boolean> {
  // A line that breaks has another code, and so has a file that is damaged.
  if (video.error?.code !== MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED) return false
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), LOOK_MS)
  const look = (path: string) => fetch(path, { method: 'HEAD', cache: 'no-store', signal: late.signal })
  const [shop, file] = await Promise.allSettled([look('/api/health'), look(address)])
  clearTimeout(timer)
  if (shop.status === 'rejected' || !shop.value.ok) return false
  if (file.status === 'rejected') return !late.signal.aborted
  return file.value.ok && video.canPlayType(file.value.headers.get('content-type') ?? '') !== ''
}
