import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useOnline } from '../../../ui/use-online.ts'
import { StageError, type StageProps } from '../lesson/stage-parts.tsx'
import { frameAddress, onFrameMessage, seekFrame, speaks } from './frame-player.ts'

function follow(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** Returns false while the page is in a hidden tab or window. */
export const usePageVisible = (): boolean => useSyncExternalStore(follow, () => document.visibilityState === 'visible')

const LOADED_WITHIN_MS = 15_000
/** For a player that reports its own state. */
const READY_WITHIN_MS = 10_000

/**
 * Shows another site's player. It may run its scripts, but not navigate the page. YouTube and Vimeo report whether they play, and where;
 * any other counts as watched while it is open on a visible page.
 */
export function LessonFrame(props: StageProps & { src: string; title: string }) {
  const { src, title, startAt, onHandle, onWatching, onPlace, onEnded } = props
  const online = useOnline()
  const visible = usePageVisible()
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
  const frame = useRef<HTMLIFrameElement>(null)
  const [playing, setPlaying] = useState<boolean>()
  // The first address: another one would reload the frame.
  const [address] = useState(() => frameAddress(src, startAt))
  const silent = !speaks(src)
  const shown = state === 'loaded' || (state === 'loading' && online)
  const watching = state === 'loaded' && online && (playing ?? visible)

  useEffect(() => {
    onWatching(watching)
    return () => onWatching(false)
  }, [watching, onWatching])

  useEffect(() => {
    if (state !== 'loading' || !online) return
    const timer = setTimeout(() => setState('failed'), silent ? LOADED_WITHIN_MS : READY_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [state, online, silent])

  const latest = useRef({ onPlace, onEnded })
  useEffect(() => {
    latest.current = { onPlace, onEnded }
  })
  const place = useRef(startAt)
  useEffect(() => {
    if (silent || state !== 'loaded') return
    const seek = (second: number) => frame.current && seekFrame(frame.current, src, second)
    onHandle({ second: () => place.current, seek })
    return () => onHandle(undefined)
  }, [silent, state, src, onHandle])

  useEffect(() => {
    if (!shown || !frame.current) return
    let played = false
    return onFrameMessage(frame.current, src, {
      onReady: () => setState('loaded'),
      onPlaying: (now) => {
        played ||= now
        setPlaying(now)
      },
      // A lesson that never played has no place to store.
      onPlace: (now) => {
        place.current = now.second
        if (played) latest.current.onPlace(now)
      },
      onEnded: () => played && latest.current.onEnded(),
    })
  }, [shown, src])

  return (
    <>
      {shown && (
        <iframe
          ref={frame}
          src={address}
          title={title}
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          allow="fullscreen; encrypted-media; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
          onLoad={() => silent && setState('loaded')}
        />
      )}
      {(state === 'failed' || !online) && <StageError onRetry={() => setState('loading')} />}
    </>
  )
}
