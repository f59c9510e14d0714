import { mediaFacts } from 'contract/media/address'
import { useContext, useEffect, useRef, useState } from 'react'
import { chakra } from './chakra.ts'
import { groundForWhiteText } from './colour.ts'
import { HeadContext } from './Head.tsx'
import { Icon } from './Icon.tsx'
import { IconPhotoOff } from './icons.ts'
import { fetchedFrom } from './media-host.ts'
import { type PicturePlace, pictureColour, pictureSources } from './picture-facts.ts'

/** Marks an image that has not loaded yet. */
const WAITING = 'data-waiting'

const Frame = chakra('div', {
  base: {
    position: 'relative',
    aspectRatio: '16/9',
    overflow: 'hidden',
    '& picture': { display: 'contents' },
    '& img': { display: 'block', w: 'full', h: 'full', objectFit: 'cover', transition: 'opacity 200ms' },
    '& img[data-waiting]': { opacity: '0' },
  },
})

const Missing = chakra('div', {
  base: {
    display: 'grid',
    placeContent: 'center',
    justifyItems: 'center',
    gap: '2',
    h: 'full',
    p: '3',
    color: 'white',
    fontWeight: '600',
    textAlign: 'center',
    lineHeight: '1.3',
    overflowWrap: 'anywhere',
    // The shop's rays with the title of a course; a thumb has room for its first sign.
    '&[data-cover]': {
      containerType: 'inline-size',
      fontFamily: 'heading',
      bgImage: 'repeating-conic-gradient(from 4deg, rgb(0 0 0 / .16) 0 15deg, transparent 15deg 30deg)',
    },
    '&[data-cover] span': { fontSize: '7cqi', textWrap: 'balance' },
    '&[data-cover=thumb] span': { fontSize: '0', display: 'block' },
    '&[data-cover=thumb] span::first-letter': { fontSize: '34cqi', textTransform: 'uppercase' },
  },
})

export type PictureProps = {
  src: string
  /** The content of the image; empty if the text beside it describes it. */
  alt: string
  /** Text in place of a missing image. */
  label?: string
  /** Title of the cover that is drawn without an image; the label by default. */
  cover?: string
  /** The place on the page, which determines the shown width. */
  place: PicturePlace
  /** The first image of a page loads early, the others when they approach. */
  eager?: boolean
  /** Aspect ratio of the box; images fill it and are cropped. `9/16` for reels. */
  ratio?: '16/9' | '9/16' | '1/1' | 'auto'
}

/** Shows an image in a box of fixed ratio: filled with the image's colour at once, with the label if it fails. */
export function Picture({ src, alt, label = alt, cover = label, place, eager = false, ratio = '16/9' }: PictureProps) {
  const drawn = src ? undefined : cover
  const colour = pictureColour(drawn ?? src)
  const sources = pictureSources(src, place)
  const facts = mediaFacts(src) ?? (ratio === '9/16' ? { width: 720, height: 1280 } : { width: 1280, height: 720 })
  const page = useContext(HeadContext)
  if (page && eager) page.picture ??= sources[0] ?? { src: fetchedFrom(src) }
  const image = useRef<HTMLImageElement>(null)
  const [failedSrc, setFailedSrc] = useState<string>()
  const failed = failedSrc === src || src === ''

  // The image may have loaded or failed before hydration.
  useEffect(() => {
    const element = image.current
    if (!element) return
    // The eager image appears as it loads: a fade would only look slower. The mark is no state, which would re-render
    // every image of the page.
    if (!element.complete) element.toggleAttribute(WAITING, !eager)
    else if (element.naturalWidth === 0) setFailedSrc(src)
  }, [src, eager])

  return (
    <Frame style={{ aspectRatio: ratio, backgroundColor: failed ? groundForWhiteText(colour) : colour }}>
      {failed ? (
        <Missing role={alt ? 'img' : undefined} aria-label={alt || undefined} data-cover={drawn && place}>
          {!drawn && <Icon of={IconPhotoOff} size={28} />}
          <chakra.span lineClamp="3">{drawn || label}</chakra.span>
        </Missing>
      ) : (
        <picture>
          {sources.map((source) => (
            <source key={source.type} {...source} />
          ))}
          <img
            ref={image}
            src={fetchedFrom(src)}
            alt={alt}
            width={facts.width}
            height={facts.height}
            loading={eager ? 'eager' : 'lazy'}
            fetchPriority={eager ? 'high' : undefined}
            decoding="async"
            onLoad={({ currentTarget }) => currentTarget.removeAttribute(WAITING)}
            onError={() => setFailedSrc(src)}
          />
        </picture>
      )}
    </Frame>
  )
}
