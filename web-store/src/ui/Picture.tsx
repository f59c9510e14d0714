import { mediaFacts } from 'contract/media-address'
import { useContext, useEffect, useRef, useState } from 'react'
import { chakra } from './chakra.ts'
import { groundForWhiteText } from './colour.ts'
import { HeadContext } from './Head.tsx'
import { Icon } from './Icon.tsx'
import { IconPhotoOff } from './icons.ts'
import { fetchedFrom } from './media-host.ts'
import { type PicturePlace, pictureColour, pictureSources } from './picture-facts.ts'

/** On a picture that is not there yet. */
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
  },
})

export type PictureProps = {
  src: string
  /** What the picture shows; empty where the text beside it says so already. */
  alt: string
  /** What is written in the place of a picture that is missing. */
  label?: string
  /** Where it stands, which says how wide it is shown. */
  place: PicturePlace
  /** The first picture of a page is asked for at once, ahead of the page, the others when they come near. */
  eager?: boolean
  /** Sides of the box; pictures fill it and are cut. `9/16` for reels. */
  ratio?: '16/9' | '9/16' | '1/1' | 'auto'
}

/** A picture in a box of fixed sides: filled with the picture's colour at once, with the label where it cannot be had. */
export function Picture({ src, alt, label = alt, place, eager = false, ratio = '16/9' }: PictureProps) {
  const colour = pictureColour(src)
  const sources = pictureSources(src, place)
  const facts = mediaFacts(src) ?? (ratio === '9/16' ? { width: 720, height: 1280 } : { width: 1280, height: 720 })
  const page = useContext(HeadContext)
  if (page && eager) page.picture ??= sources[0] ?? { src: fetchedFrom(src) }
  const image = useRef<HTMLImageElement>(null)
  const [failedSrc, setFailedSrc] = useState<string>()
  const failed = failedSrc === src || src === ''

  // The browser may have finished, or given up, before this page took over.
  useEffect(() => {
    const element = image.current
    if (!element) return
    // What is asked for first is shown as it comes: fading it in would only make the page look slower. The mark is no state,
    // for that would render every picture of the page anew.
    if (!element.complete) element.toggleAttribute(WAITING, !eager)
    else if (element.naturalWidth === 0) setFailedSrc(src)
  }, [src, eager])

  return (
    <Frame style={{ aspectRatio: ratio, backgroundColor: failed ? groundForWhiteText(colour) : colour }}>
      {failed ? (
        <Missing role={alt ? 'img' : undefined} aria-label={alt || undefined}>
          <Icon of={IconPhotoOff} size={28} />
          <chakra.span lineClamp="3">{label}</chakra.span>
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
