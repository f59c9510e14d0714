import { type RefObject, useEffect, useRef, useState } from 'react'
import { isOver } from '../addresses.ts'
import type { Engine } from './hls-engine.ts'

/** So long before its end a signature is not used any more. */
const MARGIN_SECONDS = 10

type EngineOptions = {
  /** The newest address of the playlist; null while the original is the one quality. */
  playlist: string | null
  /** Ids of what there is. */
  known: readonly string[]
  quality: string
  /** Start of the playback. */
  position: RefObject<number>
  /** The playlist as it is good now. */
  onRenew: () => Promise<string | null>
  /** The original plays from now on, or waits paused. */
  onFailed: (playing: boolean) => void
}

/** Browsers that can be fed play sets by the engine. The others, old iPhones, play playlists by themselves. */
export const canBeFed = () => import.meta.env.SSR || 'MediaSource' in window || 'ManagedMediaSource' in window

/** Plays the set of a lesson in the element, with an engine that is loaded for it. True while it does, and the element has no `src`. */
export function useEngine(video: RefObject<HTMLVideoElement | null>, options: EngineOptions): boolean {
  const { playlist, known, position } = options
  const [failed, setFailed] = useState(false)
  const engaged = playlist !== null && !failed && canBeFed()
  const engine = useRef<Engine>(undefined)
  const quality = known.includes(options.quality) ? options.quality : 'auto'
  const latest = useRef({ ...options, quality })
  useEffect(() => {
    latest.current = { ...options, quality }
  })
  const path = playlist?.split('?')[0]

  useEffect(() => {
    const element = video.current
    if (!engaged || !element || !path) return
    let gone = false
    const fail = () => {
      if (gone) return
      latest.current.onFailed(!element.paused)
      setFailed(true)
    }
    const address = async () => {
      const { playlist: newest, onRenew } = latest.current
      if (newest && !isOver(newest, MARGIN_SECONDS)) return newest
      return (await onRenew()) ?? path
    }
    import('./hls-engine.ts')
      .then(({ attachEngine }) => {
        if (gone) return
        const { quality: wanted, playlist: newest } = latest.current
        const from = { playlist: newest ?? path, quality: wanted, startAt: position.current }
        engine.current = attachEngine(element, { ...from, address, onFailed: fail })
      })
      .catch(fail)
    return () => {
      gone = true
      engine.current?.destroy()
      engine.current = undefined
    }
  }, [engaged, path, video, position])

  useEffect(() => engine.current?.setQuality(quality), [quality])
  return engaged
}
