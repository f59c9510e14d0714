/**
 * Facts in a stored file's address. An id is 32 random hex digits, followed, where known, by the image's sides and main
 * colour: `/media/{hex}-1280x720-c21b63/banner.png`. So a page reserves the right box and fills it before any download.
 * A still image has narrower versions under names derived from its own: `banner-640.avif`, `banner-640.webp`.
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

const FACTS = /^\/media\/[0-9a-f]{32}-([1-9]\d{0,4})x([1-9]\d{0,4})-([0-9a-f]{6})(-moving)?\//
const EXTENSION = /\.\w+$/

/** The id of a file with these facts; `random` are 32 hex digits. */
export function mediaIdWith(
  random: string,
  { width, height, colour, moving = false }: Omit<MediaFacts, 'widths'> & { moving?: boolean },
): string {
  return `${random}-${width}x${height}-${colour.slice(1).toLowerCase()}${moving ? '-moving' : ''}`
}

/** The facts in an address; undefined for one that has none, as those of other sites. */
export function mediaFacts(url: string): MediaFacts | undefined {
  const [, width, height, colour, moving] = FACTS.exec(url) ?? []
  if (!width || !height || !colour) return undefined
  return {
    width: Number(width),
    height: Number(height),
    colour: `#${colour}`,
    widths: moving ? [] : widthsOf(Number(width)),
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
