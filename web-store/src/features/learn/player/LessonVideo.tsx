import type { LessonVideo as VideoFacts } from 'contract/media/videos'
import { useEffect, useRef, useState } from 'react'
import { isSigned } from '../../../shared/courses/lesson-source.ts'
import { chakra } from '../../../ui/chakra.ts'
import { useOnline } from '../../../ui/use-online.ts'
import { isNewer, isOver, pathOf, playlistOf } from '../addresses.ts'
import { type Addresses, StageError, type StageProps } from '../lesson/stage-parts.tsx'
import { VideoControls } from './controls/VideoControls.tsx'
import { AUTO, type VideoQuality } from './engine.ts'
import { isBlocked } from './is-blocked.ts'
import { canBeFed, useEngine } from './use-engine.ts'

/** Tries with a new address before the error shows. */
const MAX_RENEWALS = 2
/** So long before the end of an address a jump within the lesson takes the next one. */
const MARGIN_SECONDS = 60

/** Covers the picture while the same second loads from another address. */
const LastPicture = chakra('canvas', {
  base: { position: 'absolute', inset: '0', w: 'full', h: 'full', objectFit: 'contain', pointerEvents: 'none' },
})

type LessonVideoProps = StageProps & {
  /** The newest address of the file; a playing video uses its first one until that expires. */
  src: string
  /** The newest address of the playlist of its set; null while there is none. */
  playlist: string | null
  title: string
  /** The video plays in this browser without a network, too. */
  kept: boolean
  captions: readonly { language: string; url: string }[]
  /** Shown before the first second; null while there is none. */
  poster: string | null
  sprite: VideoFacts['sprite']
  loudness: VideoFacts['loudness']
  /** Qualities, best first, sound last. */
  qualities: readonly VideoQuality[]
  /** The id of the chosen one, or `AUTO`. */
  quality: string
  onQuality: (id: string) => void
  /** The addresses as they are good now. */
  onRenew: () => Promise<Addresses>
}

/** A video of the store itself. It counts as watched while it plays, also in a hidden tab. */
export function LessonVideo(props: LessonVideoProps) {
  const { playlist, title, captions, qualities, quality, onQuality, startAt, autoPlay, onRenew } = props
  // Later addresses lead to the same picture.
  const [poster] = useState(props.poster)
  const { onHandle, onWatching, onBeat, onPlace, onEnded, sprite, loudness } = props
  const online = useOnline()
  const src = canBeFed() || !playlist ? props.src : nativeAddress(playlist, quality)
  const [playing, setPlaying] = useState(false)
  const [failed, setFailed] = useState<'line' | 'blocked'>()
  const [stored, setStored] = useState(src)
  const [frozen, setFrozen] = useState(false)
  const lastPicture = useRef<HTMLCanvasElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const position = useRef(startAt)
  const played = useRef(false)
  // Captions are fetched once: later addresses lead to the same files.
  const [named] = useState(() => captions.map((one) => ({ ...one, name: nameOf(one.language) })))
  const goOn = useRef(autoPlay)
  const received = useRef(false)
  const engaged = useEngine(video, {
    playlist,
    quality,
    position,
    known: qualities.map(({ id }) => id),
    onRenew: async () => (await onRenew()).playlist,
    onFailed: (play) => {
      goOn.current = play
    },
  })
  const renewals = useRef(0)
  // Another file took the place of this one.
  const current = pathOf(src) === pathOf(stored) ? stored : src

  useEffect(() => {
    onWatching(playing)
    return () => onWatching(false)
  }, [playing, onWatching])

  // Refetched lessons may bring a place from another device before anything played here.
  useEffect(() => {
    if (played.current) return
    position.current = startAt
    if (video.current && video.current.readyState >= HTMLMediaElement.HAVE_METADATA) video.current.currentTime = startAt
  }, [startAt])

  /** Starts where the student stopped, on any device, or where it broke off. */
  const begin = (video: HTMLVideoElement) => {
    received.current = true
    if (position.current > 0) video.currentTime = position.current
    if (goOn.current) void video.play().catch(() => undefined)
    goOn.current = false
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `onError` and `begin` are asked about one element once
  useEffect(() => {
    const element = video.current
    if (failed || !element) return
    // Events before the element was mounted were missed: a failure, or being ready.
    if (element.error) void onError(element)
    else if (!received.current && element.readyState >= HTMLMediaElement.HAVE_METADATA) begin(element)
    const seek = (second: number) => {
      position.current = second
      element.currentTime = second
    }
    onHandle({ second: () => element.currentTime, seek, video: element })
    return () => onHandle(undefined)
  }, [failed, onHandle])

  const stop = () => setPlaying(false)

  /** Goes on at the same second from another address, under the last picture of the present one. */
  const continueFrom = (video: HTMLVideoElement, address: string, play: boolean) => {
    goOn.current = play
    setFrozen(draw(video, lastPicture.current))
    if (address === video.getAttribute('src')) video.load()
    else setStored(address)
  }

  const onError = async (video: HTMLVideoElement) => {
    if (engaged) return
    const play = playing || goOn.current || !video.paused
    stop()
    if (!isSigned(current) || renewals.current >= MAX_RENEWALS)
      return setFailed((await isBlocked(video, current)) ? 'blocked' : 'line')
    renewals.current += 1
    try {
      continueFrom(video, (await onRenew()).src, play)
    } catch {
      setFailed('line')
    }
  }

  if (failed) {
    const again = () => {
      renewals.current = 0
      received.current = false
      setFrozen(false)
      setStored(src)
      setFailed(undefined)
    }
    return <StageError blocked={failed === 'blocked'} onRetry={again} />
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a lesson has the captions that its owner has put there */}
      <video
        ref={video}
        src={engaged || import.meta.env.SSR ? undefined : current}
        aria-label={title}
        playsInline
        preload="metadata"
        // A start in the middle shows the picture of that second.
        poster={startAt > 0 ? undefined : (poster ?? undefined)}
        onPlaying={() => {
          played.current = true
          setPlaying(true)
          setFrozen(false)
        }}
        onPlay={({ currentTarget: video }) => {
          // The video was paused for long: its first address has expired.
          if (!engaged && isOver(current, 0) && isNewer(src, current)) continueFrom(video, src, true)
        }}
        onPause={stop}
        onWaiting={stop}
        onEnded={() => {
          stop()
          onEnded()
        }}
        onEmptied={stop}
        onSeeking={({ currentTarget: video }) => {
          onBeat()
          if (engaged || !isOver(current, MARGIN_SECONDS) || !isNewer(src, current)) return
          position.current = video.currentTime
          continueFrom(video, src, !video.paused)
        }}
        onSeeked={() => setFrozen(false)}
        onTimeUpdate={({ currentTarget: { currentTime: second, duration, readyState } }) => {
          // A new address starts at 0 before it seeks.
          if (readyState === HTMLMediaElement.HAVE_NOTHING) return
          position.current = second
          renewals.current = 0
          // A lesson that never played has no place to store.
          if (played.current) onPlace({ second, length: Number.isFinite(duration) ? duration : undefined })
        }}
        onLoadedMetadata={({ currentTarget }) => begin(currentTarget)}
        onError={({ currentTarget }) => void onError(currentTarget)}
      >
        {named.map(({ language, name, url }) => (
          <track key={language} kind="captions" srcLang={language} label={name} src={url} />
        ))}
      </video>
      <LastPicture ref={lastPicture} hidden={!frozen} aria-hidden />
      <VideoControls
        video={video}
        captions={named}
        sprite={sprite}
        loudness={loudness}
        qualities={qualities}
        quality={quality}
        onQuality={onQuality}
      />
      {/* The loaded part may play to its end. */}
      {!online && !playing && !props.kept && <StageError />}
    </>
  )
}

/** A language in its own words: `हिन्दी`, `English`. */
function nameOf(language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  } catch {
    return language
  }
}

/** Returns the playlist for old iPhones, which choose by themselves, or one quality of it. */
const nativeAddress = (playlist: string, quality: string) =>
  quality === AUTO ? playlist : playlistOf(playlist, quality)

function draw(video: HTMLVideoElement, canvas: HTMLCanvasElement | null): boolean {
  if (!canvas || video.videoWidth === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return false
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return true
}
