/** Source of a lesson: a video or PDF of the store, another site's player in a frame, or an address to open in a new tab. */
export type LessonSource =
  | { kind: 'video'; src: string }
  | { kind: 'frame'; src: string }
  | { kind: 'pdf'; href: string }
  | { kind: 'link'; href: string }
  | { kind: 'none' }

const NONE: LessonSource = { kind: 'none' }
const STORE = 'https://store.invalid'
/** Files for the player; sound has no picture. */
const VIDEO_FILE = /\.(mp4|m4v|webm|ogg|ogv|mp3|m4a|wav|flac|oga)$/i

/**
 * Turns a `watch_link` into a source. Only https addresses without credentials and the store's own `/media/…` are shown; only players that
 * are known to allow it, and `ownHosts`, are framed: the page's policy admits no other.
 */
export function lessonSource(watchLink: string, ownHosts: readonly string[] = []): LessonSource {
  const link = watchLink.trim()
  if (link.startsWith('/')) return ownMedia(link)
  // A backslash or white space is read as something else by browsers than by people.
  if (/[\s\\]/.test(link) || !URL.canParse(link)) return NONE
  const url = new URL(link)
  if (url.protocol !== 'https:' || url.username || url.password) return NONE
  const host = url.hostname.replace(/\.$/, '')
  const frame = url.port ? undefined : ownHosts.includes(host) ? url.href : frames[host]?.(url)
  return frame ? { kind: 'frame', src: frame } : { kind: 'link', href: url.href }
}

/** Returns true for an address of ours that is valid for some minutes only. */
export const isSigned = (url: string): boolean => url.startsWith('/media/') && url.includes('&key=')

/** `download_link` when it may be opened: the same addresses that may be shown. */
export function downloadHref(downloadLink: string | null): string | undefined {
  const source = lessonSource(downloadLink ?? '')
  if (source.kind === 'none') return undefined
  // A file of the store downloads under its own name, even if the browser could show it.
  if (source.kind !== 'frame' && isSigned(downloadLink ?? '')) return `${downloadLink}&download`
  if (source.kind === 'video') return source.src
  return source.kind === 'link' || source.kind === 'pdf' ? source.href : downloadLink?.trim()
}

function ownMedia(link: string): LessonSource {
  if (link.includes('\\') || !URL.canParse(link, STORE)) return NONE
  const url = new URL(link, STORE)
  if (url.origin !== STORE || !/^\/media\/[\w-]+\/[\w.-]+$/.test(url.pathname)) return NONE
  const path = url.pathname + url.search
  if (VIDEO_FILE.test(url.pathname)) return { kind: 'video', src: path }
  return { kind: url.pathname.endsWith('.pdf') ? 'pdf' : 'link', href: path }
}

type ToFrame = (url: URL) => string | undefined

const youtube: ToFrame = (url) => {
  const [first, second] = parts(url)
  const named = ['shorts', 'live', 'embed', 'v'].includes(first ?? '') ? second : undefined
  return youtubeFrame(named ?? (first === 'watch' ? url.searchParams.get('v') : undefined), url)
}

const youtubeShort: ToFrame = (url) => youtubeFrame(parts(url)[0], url)

function youtubeFrame(id: string | null | undefined, url: URL): string | undefined {
  if (!id || !/^[\w-]{11}$/.test(id)) return undefined
  const start = seconds(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '')
  return `https://www.youtube-nocookie.com/embed/${id}${start ? `?start=${start}` : ''}`
}

/** `90`, `90s` and `1m30s` in seconds; 0 for anything else. */
function seconds(text: string): number {
  const match = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(text)
  const [hours, minutes, rest] = [match?.[1], match?.[2], match?.[3]].map((part) => Number(part ?? 0))
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (rest ?? 0)
}

/** `/1084537`, `/1084537/hash` of an unlisted video, `/channels/x/1084537`, `/groups/x/videos/1084537`, `/video/1084537`. */
const vimeo: ToFrame = (url) => {
  const path = parts(url)
  const at = path.findIndex((part) => /^\d{1,12}$/.test(part))
  const before = path.slice(0, Math.max(at, 0))
  const known = ['', 'video', 'channels/', 'groups/', 'showcase/', 'album/']
  const id = path[at]
  if (
    !id ||
    !known.some((start) => (start.endsWith('/') ? before.join('/').startsWith(start) : before.join('/') === start))
  )
    return undefined
  const hash = url.searchParams.get('h') ?? path[at + 1]
  return `https://player.vimeo.com/video/${id}${hash && /^[0-9a-f]{6,20}$/i.test(hash) ? `?h=${hash}` : ''}`
}

/** A file of Google Drive in its preview. */
const drive: ToFrame = (url) => {
  const [file, d, inPath] = parts(url)
  const id =
    file === 'file' && d === 'd' ? inPath : ['open', 'uc'].includes(file ?? '') ? url.searchParams.get('id') : undefined
  return isGoogleId(id) ? `https://drive.google.com/file/d/${id}/preview` : undefined
}

/** A document, sheet or set of slides in its preview; one published to the web stays as it is, a form is embedded. */
const docs: ToFrame = (url) => {
  const [kind, d, ...rest] = parts(url)
  if (!['document', 'spreadsheets', 'presentation', 'forms'].includes(kind ?? '') || d !== 'd') return undefined
  const published = rest[0] === 'e' && isGoogleId(rest[1])
  if (kind === 'forms') {
    const path = published ? `e/${rest[1]}` : rest[0]
    return published || isGoogleId(path) ? `https://docs.google.com/forms/d/${path}/viewform?embedded=true` : undefined
  }
  if (published)
    return /^(pub|pubhtml|embed)$/.test(rest[2] ?? '')
      ? `https://docs.google.com/${kind}/d/e/${rest[1]}/${rest[2]}`
      : undefined
  return isGoogleId(rest[0]) ? `https://docs.google.com/${kind}/d/${rest[0]}/preview` : undefined
}

const isGoogleId = (id: string | null | undefined): id is string => Boolean(id && /^[\w-]{10,200}$/.test(id))

const parts = (url: URL): string[] => url.pathname.split('/').filter(Boolean)

/** Players by host; other hosts open in a new tab unless they are the owner's own. */
const frames: Record<string, ToFrame | undefined> = Object.assign(Object.create(null) as Record<string, ToFrame>, {
  'youtube.com': youtube,
  'www.youtube.com': youtube,
  'm.youtube.com': youtube,
  'music.youtube.com': youtube,
  'youtube-nocookie.com': youtube,
  'www.youtube-nocookie.com': youtube,
  'youtu.be': youtubeShort,
  'vimeo.com': vimeo,
  'www.vimeo.com': vimeo,
  'player.vimeo.com': vimeo,
  'drive.google.com': drive,
  'docs.google.com': docs,
})
