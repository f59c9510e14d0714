import { mediaFacts } from 'contract/media/address'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconPlayerPlayFilled, IconVideoOff } from '../../ui/icons.ts'
import { fetchedFrom } from '../../ui/media-host.ts'
import { Picture } from '../../ui/Picture.tsx'
import { pictureColour } from '../../ui/picture-facts.ts'

const Frame = chakra('div', {
  base: {
    position: 'relative',
    aspectRatio: '9/16',
    borderRadius: { base: 'calc({radii.l2} * .8)', md: 'calc({radii.l2} * 1.2)' },
    overflow: 'hidden',
    bg: 'bg.muted',
    '& noscript': { position: 'absolute', inset: '0' },
    '& video': { display: 'block', w: 'full', h: 'full', objectFit: 'cover' },
  },
  variants: { wide: { true: { aspectRatio: '16/9' } } },
})

const Start = chakra('button', {
  base: {
    position: 'absolute',
    inset: '0',
    cursor: 'pointer',
    borderRadius: 'inherit',
    _focusVisible: { outlineOffset: '-4px' },
    '& span': {
      position: 'absolute',
      left: { base: '2', md: '3.5' },
      bottom: { base: '2', md: '3.5' },
      display: 'grid',
      placeItems: 'center',
      w: { base: '9', md: '14' },
      h: { base: '9', md: '14' },
      borderRadius: 'full',
      bg: 'rgb(20 22 63/.86)',
      color: 'white',
    },
  },
})

/** Lies over the clip until it plays; what is pressed is the button above it. */
const Poster = chakra('div', { base: { position: 'absolute', inset: '0', '& > *': { h: 'full' } } })

const Failed = chakra('p', {
  base: {
    display: 'grid',
    placeContent: 'center',
    justifyItems: 'center',
    gap: '2',
    h: 'full',
    p: '2',
    textStyle: 'sm',
    textAlign: 'center',
    color: 'fg.muted',
  },
})

/** Returns true once the clip is near the screen; nothing is fetched before. */
function useNear(element: React.RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: '300px' })
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [element])
  return near
}

type ReelProps = {
  src: string
  /** Completes 'Play …'. */
  label: string
  playing: boolean
  onPlay: () => void
  onEnd: () => void
}

/**
 * Shows a clip: its poster with a play button, then the browser's own player; without scripts that at once. A clip with a poster loads
 * nothing before it plays; others load their first picture. No download is offered.
 */
export function Reel({ src, label, playing, onPlay, onEnd }: ReelProps) {
  const frame = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [begun, setBegun] = useState(false)
  const facts = mediaFacts(src)
  const [wide, setWide] = useState(facts !== undefined && facts.width > facts.height)
  const [failed, setFailed] = useState(false)
  const near = useNear(frame)
  const colour = pictureColour(src)

  useEffect(() => {
    if (!playing) video.current?.pause()
  }, [playing])

  // The clip's first picture may have come before this page took over.
  useEffect(() => {
    const element = video.current
    if (element && element.videoWidth > 0) setWide(element.videoWidth > element.videoHeight)
  }, [])

  const start = () => {
    setBegun(true)
    onPlay()
    // Refused by the browser's settings: its own controls are there by now.
    video.current?.play().catch(() => undefined)
    video.current?.focus()
  }

  if (failed) {
    return (
      <Frame wide={wide}>
        <Failed>
          <Icon of={IconVideoOff} size={28} />
          {t('This reel could not be loaded')}
        </Failed>
      </Frame>
    )
  }
  return (
    <Frame ref={frame} wide={wide} style={{ backgroundColor: colour }}>
      {/* biome-ignore lint/a11y/useMediaCaption: reels are uploaded as one file, captions are part of the picture */}
      <video
        ref={video}
        // Without a poster the fragment requests a first picture in its place.
        src={facts ? fetchedFrom(src) : `${fetchedFrom(src)}#t=0.1`}
        aria-label={label}
        tabIndex={begun ? 0 : -1}
        preload={near && !facts ? 'metadata' : 'none'}
        controls={begun}
        controlsList="nodownload"
        playsInline
        onContextMenu={(event) => event.preventDefault()}
        onLoadedMetadata={(event) => setWide(event.currentTarget.videoWidth > event.currentTarget.videoHeight)}
        onPlay={onPlay}
        onEnded={onEnd}
        onError={() => setFailed(true)}
      />
      {!begun && facts && (
        <Poster>
          <Picture place={wide ? 'wideReel' : 'reel'} src={src} alt="" label="" ratio={wide ? '16/9' : '9/16'} />
        </Poster>
      )}
      {!begun && (
        <Start type="button" aria-label={t('Play {reel}', { reel: label })} onClick={start}>
          <span>
            <Icon of={IconPlayerPlayFilled} size={24} />
          </span>
        </Start>
      )}
      <noscript>
        {/* biome-ignore lint/a11y/useMediaCaption: as above */}
        <video
          src={fetchedFrom(src)}
          aria-label={label}
          preload="none"
          controls
          controlsList="nodownload"
          playsInline
        />
      </noscript>
    </Frame>
  )
}
