import { useEffect, useState } from 'react'

/** A line of the captions, in seconds. */
export type Cue = { from: number; to: number; text: string }

/** The lines of the captions in a language; empty until they are here. Its track is fetched also when no captions are shown. */
export function useCues(video: HTMLVideoElement | undefined, language: string | undefined): readonly Cue[] {
  const [cues, setCues] = useState<readonly Cue[]>([])
  useEffect(() => {
    const file = language && video?.querySelector<HTMLTrackElement>(`track[srclang="${language}"]`)
    if (!file) return
    const { track } = file
    const take = () => setCues([...(track.cues ?? [])].map(lineOf).filter(({ text }) => text !== ''))
    if (track.mode === 'disabled') track.mode = 'hidden'
    take()
    file.addEventListener('load', take)
    return () => {
      file.removeEventListener('load', take)
      setCues([])
    }
  }, [video, language])
  return cues
}

const lineOf = (cue: TextTrackCue): Cue => {
  const words = (cue as VTTCue).getCueAsHTML().textContent ?? ''
  return { from: cue.startTime, to: cue.endTime, text: words.replaceAll(/\s+/g, ' ').trim() }
}

/** Returns the index of the present line: the last that has begun, -1 before the first. */
export function useCurrentLine(video: HTMLVideoElement | undefined, cues: readonly Cue[]): number {
  const [current, setCurrent] = useState(-1)
  useEffect(() => {
    if (!video) return
    const look = () => setCurrent(cues.findLastIndex(({ from }) => from <= video.currentTime))
    look()
    video.addEventListener('timeupdate', look)
    video.addEventListener('seeked', look)
    return () => {
      video.removeEventListener('timeupdate', look)
      video.removeEventListener('seeked', look)
    }
  }, [video, cues])
  return current
}
