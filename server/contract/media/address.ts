/**
 * Facts in a stored file's address. An id is 32 random hex digits, followed, where known, by the image's sides, five
 * digits each, and its main colour: `/media/{hex}-0128000720c21b63/file.png`. So a page reserves the right box and fills
 * it before any download. A still image has narrower versions under names derived from its own: `file-640.avif`,
 * `file-640.webp`.
 *
 * Content blockers refuse words such as `advert` and sides such as `300x250` in an address: it has neither. Files stored
 * before 2026-12 do, and are served under both addresses.
 */
export type MediaFacts = {
  /** Pixels. */
  width: number
  height: number
  /** `#rrggbb` */
  colour: string
  /** Widths on offer, narrowest first; none of a picture that moves. */
  widths: number[]
}

export type WidthFormat = 'avif' | 'webp'

/** Display widths of images, in pixels; the widest is twice a sales page's on a phone. */
export const PICTURE_WIDTHS = [360, 640, 960, 1280] as const
const WIDEST = 1280

const FACTS = /^\/media\/[0-9a-f]{32}-(?:(\d{5})(\d{5})|(\d{1,5})x(\d{1,5})-)([0-9a-f]{6})(-moving)?\//
const EXTENSION = /\.\w+$/

const fiveDigits = (side: number | string) => String(side).padStart(5, '0')

/** The id of a file with these facts; `random` are 32 hex digits. */
export function mediaIdWith(
  random: string,
  { width, height, colour, moving = false }: Omit<MediaFacts, 'widths'> & { moving?: boolean },
): string {
  const sides = fiveDigits(width) + fiveDigits(height)
  return `${random}-${sides}${colour.slice(1).toLowerCase()}${moving ? '-moving' : ''}`
}

/** The id of a file stored before 2026-12 with the facts of this id; undefined for an id without facts. */
export function olderMediaId(id: string): string | undefined {
  const facts = mediaFacts(`/media/${id}/`)
  if (!facts) return undefined
  const { width, height, colour, widths } = facts
  return `${id.slice(0, 32)}-${width}x${height}-${colour.slice(1)}${widths.length > 0 ? '' : '-moving'}`
}

/** The name of a stored file in its address. */
export const addressName = (extension: string): string => `file.${extension}`

/** The files of a video's set begin with an underscore. */
const NAMED = /^(\/media\/[\w-]+\/)(?!_|file(?:-\d+)?\.)[\w.-]+(\.\w+)$/
const NEUTRAL_NAME = /^file((?:-\d+)?\.\w+)$/
const OLDER_SIDES = /^(\/media\/\w+-)(\d+)x(\d+)-/

/** The address of a file without its owner's words and without its sides as a pair; any other text, and a signed address, unchanged. */
export const neutralAddress = (url: string): string =>
  url.includes('?')
    ? url
    : url
        .replace(NAMED, '$1file$2')
        .replace(OLDER_SIDES, (_, id, width, height) => id + fiveDigits(width) + fiveDigits(height))

/** The stored name of what an address calls `asked`, beside the original `stored`. */
export function storedName(asked: string, stored: string): string {
  const [, rest] = NEUTRAL_NAME.exec(asked) ?? []
  return rest === undefined || asked === stored ? asked : stored.replace(EXTENSION, rest)
}

/** The facts in an address; undefined for one that has none, as those of other sites. */
export function mediaFacts(url: string): MediaFacts | undefined {
  const [, wide, high, olderWide, olderHigh, colour, moving] = FACTS.exec(url) ?? []
  const [width, height] = [Number(wide ?? olderWide), Number(high ?? olderHigh)]
  if (!width || !height) return undefined
  return {
    width,
    height,
    colour: `#${colour}`,
    widths: moving ? [] : widthsOf(width),
  }
}

/** The widths made of a picture that is `width` pixels wide: the usual ones below it, and its own up to the widest. */
export function widthsOf(width: number): number[] {
  const own = Math.min(width, WIDEST)
  return [...PICTURE_WIDTHS.filter((usual) => usual < own), own]
}

/** The name, or the address, of a file in one of its widths. A WebP in its own width is itself. */
export function atWidth(nameOrUrl: string, facts: { width: number }, width: number, format: WidthFormat): string {
  if (format === 'webp' && width === facts.width && nameOrUrl.endsWith('.webp')) return nameOrUrl
  return nameOrUrl.replace(EXTENSION, `-${width}.${format}`)
}
