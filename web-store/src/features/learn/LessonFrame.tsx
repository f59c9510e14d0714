import { useEffect, useRef, useState } from 'react'
import { awaitReady, readyAddress, speaks } from './frame-ready.ts'
import { useOnline, usePageVisible } from './page-conditions.ts'
import { StageError, type StageProps } from './stage-parts.tsx'

const LOADED_WITHIN_MS = 15_000
/** For a player that says so itself. */
const READY_WITHIN_MS = 10_000

/**
 * Another site's player. It may run its scripts, but not lead the page away. What happens in it cannot be seen, so it counts as
 * watched while it is open on a visible page.
 */
export function LessonFrame({ src, title, onWatching }: StageProps & { src: string; title: string }) {
  const online = useOnline()
  const visible = usePageVisible()
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
  const frame = useRef<HTMLIFrameElement>(null)
  const silent = !speaks(src)
  const shown = state === 'loaded' || (state === 'loading' && online)
  const watching = state === 'loaded' && online && visible

  useEffect(() => {
    onWatching(watching)
    return () => onWatching(false)
  }, [watching, onWatching])

  useEffect(() => {
    if (state !== 'loading' || !online) return
    const timer = setTimeout(() => setState('failed'), silent ? LOADED_WITHIN_MS : READY_WITHIN_MS)
    const end = silent || !frame.current ? undefined : awaitReady(frame.current, src, () => setState('loaded'))
    return () => {
      clearTimeout(timer)
      end?.()
    }
  }, [state, online, silent, src])

  return (
    <>
      {shown && (
        <iframe
          ref={frame}
          src={readyAddress(src)}
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
