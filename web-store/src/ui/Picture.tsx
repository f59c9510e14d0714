import { chakra } from '@chakra-ui/react'
import { useEffect, useRef, useState } from 'react'
import { groundForWhiteText } from './colour.ts'
import { Icon } from './Icon.tsx'
import { IconPhotoOff } from './icons.ts'
import { usePictureColour } from './picture-colours.ts'

const Frame = chakra('div', {
  base: {
    position: 'relative',
    aspectRatio: '16/9',
    overflow: 'hidden',
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
  /** The first picture of a page is asked for at once, the others when they come near. */
  eager?: boolean
  /** Sides of the box; pictures fill it and are cut. `9/16` for reels. */
  ratio?: '16/9' | '9/16' | '1/1' | 'auto'
}

/** A picture in a box of fixed sides: filled with the picture's colour at once, with the label where it cannot be had. */
export function Picture({ src, alt, label = alt, eager = false, ratio = '16/9' }: PictureProps) {
  const colour = usePictureColour(src)
  const image = useRef<HTMLImageElement>(null)
  const [failedSrc, setFailedSrc] = useState<string>()
  const [waiting, setWaiting] = useState(false)
  const failed = failedSrc === src || src === ''

  // The browser may have finished, or given up, before this page took over.
  useEffect(() => {
    const element = image.current
    if (!element) return
    if (!element.complete) setWaiting(true)
    else if (element.naturalWidth === 0) setFailedSrc(src)
  }, [src])

  return (
    <Frame style={{ aspectRatio: ratio, backgroundColor: failed ? groundForWhiteText(colour) : colour }}>
      {failed ? (
        <Missing role={alt ? 'img' : undefined} aria-label={alt || undefined}>
          <Icon of={IconPhotoOff} size={28} />
          <chakra.span lineClamp="3">{label}</chakra.span>
        </Missing>
      ) : (
        <img
          ref={image}
          src={src}
          alt={alt}
          width={ratio === '9/16' ? 720 : 1280}
          height={ratio === '9/16' ? 1280 : 720}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
          decoding="async"
          data-waiting={waiting || undefined}
          onLoad={() => setWaiting(false)}
          onError={() => setFailedSrc(src)}
        />
      )}
    </Frame>
  )
}
