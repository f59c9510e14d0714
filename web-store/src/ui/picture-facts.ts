import { atWidth, mediaFacts, type WidthFormat } from 'contract/media/address'
import { groundFor } from './colour.ts'
import { fetchedFrom } from './media-host.ts'

/**
 * The shown width of an image in each place, for the browser's choice before layout. Measured from their grids: a
 * changed grid needs a changed line here.
 */
const SIZES = {
  /** In a grid of four, two or one. */
  card: '(min-width:1200px) 263px,(min-width:1024px) calc(25vw - 37px),(min-width:768px) calc(50vw - 52px),300px',
  /** In the shop front of the first page. */
  front: '(min-width:1024px) 208px,(min-width:768px) 264px,calc(50vw - 52px)',
  hero: '(min-width:1200px) 702px,(min-width:1024px) calc(100vw - 498px),(min-width:768px) calc(100vw - 90px),calc(100vw - 38px)',
  /** Four or two side by side. */
  sample:
    '(min-width:1200px) 263px,(min-width:1024px) calc(25vw - 37px),(min-width:768px) calc(50vw - 52px),calc(50vw - 24px)',
  /** Three side by side, or in a row that scrolls. */
  third: '(min-width:1200px) 358px,(min-width:768px) calc(33.3vw - 42px),82vw',
  /** Three side by side, or each beside its text. */
  beside: '(min-width:1200px) 358px,40vw',
  half: '(min-width:1200px) 548px,(min-width:768px) calc(50vw - 52px),calc(100vw - 34px)',
  whole: '(min-width:1200px) 1118px,(min-width:768px) calc(100vw - 82px),calc(100vw - 34px)',
  reel: '(min-width:1024px) 210px,131px',
  wideReel: '(min-width:1024px) 663px,78vw',
  /** Beside a line of text. */
  thumb: '176px',
} as const

export type PicturePlace = keyof typeof SIZES

export type PictureSource = { type: string; srcSet: string; sizes: string }

/** Lists the image in smaller formats and widths, best first; empty for images of other sites and animations. */
export function pictureSources(src: string, place: PicturePlace): PictureSource[] {
  const facts = mediaFacts(src)
  if (!facts || facts.widths.length === 0) return []
  const srcSet = (format: WidthFormat) =>
    facts.widths.map((width) => `${fetchedFrom(atWidth(src, facts, width, format))} ${width}w`).join(',')
  return (['avif', 'webp'] as const).map((format) => ({
    type: `image/${format}`,
    srcSet: srcSet(format),
    sizes: SIZES[place],
  }))
}

/** Returns the colour of the box before its image: from its address, else a stable one of ours. `#rrggbb` */
export const pictureColour = (src: string): string => mediaFacts(src)?.colour ?? groundFor(src)
