import { useEffect, useRef, useState } from 'react'
import { useOnline } from './page-conditions.ts'
import { StageError, type StageProps } from './stage-parts.tsx'

/** A video of the store itself. It counts as watched while it plays, also in a hidden tab. */
export function LessonVideo({ src, title, onWatching, onBeat }: StageProps & { src: string; title: string }) {
  const online = useOnline()
  const [playing, setPlaying] = useState(false)
  const [failed, setFailed] = useState(false)
  const position = useRef(0)

  useEffect(() => {
    onWatching(playing)
    return () => onWatching(false)
  }, [playing, onWatching])

  const stop = () => setPlaying(false)

  if (failed) {
    return <StageError onRetry={() => setFailed(false)} />
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: lessons are uploaded as one file, captions are part of the picture */}
      <video
        src={src}
        aria-label={title}
        controls
        controlsList="nodownload"
        playsInline
        preload="metadata"
        onPlaying={() => setPlaying(true)}
        onPause={stop}
        onWaiting={stop}
        onEnded={stop}
        onEmptied={stop}
        onSeeking={onBeat}
        onTimeUpdate={(event) => {
          position.current = event.currentTarget.currentTime
        }}
        onLoadedMetadata={(event) => {
          // After a failure it goes on where it broke off.
          if (position.current > 0) event.currentTarget.currentTime = position.current
        }}
        onError={() => {
          stop()
          setFailed(true)
        }}
      />
      {/* What was loaded already may play to its end. */}
      {!online && !playing && <StageError />}
    </>
  )
}
