import { type RefObject, useEffect, useState } from 'react'

/** In these modes the browser shows the picture alone, and must show the captions, too. */
const ALONE = ['webkitbeginfullscreen', 'enterpictureinpicture']
const STILL = ['loadeddata', 'seeked']
const BACK = ['webkitendfullscreen', 'leavepictureinpicture']

/**
 * Returns the present words of the captions in a language, drawn by the page so that they are clear of the controls; empty for none.
 * Tracks stay with the element when its address changes.
 */
export function useCaptions(video: RefObject<HTMLVideoElement | null>, language: string): string {
  const [words, setWords] = useState('')
  useEffect(() => {
    const element = video.current
    if (!element) return
    const tracks = [...element.textTracks]
    const track = tracks.find((one) => one.language === language)
    // Other tracks, read beside the picture only, stay hidden.
    for (const other of tracks) if (other.mode === 'showing') other.mode = 'hidden'
    if (!track) return
    track.mode = 'hidden'
    const file = [...element.querySelectorAll('track')].find((one) => one.track === track)
    const show = () => setWords(wordsAt(track.cues, element.currentTime))
    const alone = () => {
      track.mode = 'showing'
    }
    const back = () => {
      track.mode = 'hidden'
    }
    // A paused lesson changes no cue: its first words appear with the file, or with the second.
    show()
    track.addEventListener('cuechange', show)
    file?.addEventListener('load', show)
    for (const name of STILL) element.addEventListener(name, show)
    for (const name of ALONE) element.addEventListener(name, alone)
    for (const name of BACK) element.addEventListener(name, back)
    return () => {
      track.removeEventListener('cuechange', show)
      file?.removeEventListener('load', show)
      for (const name of STILL) element.removeEventListener(name, show)
      for (const name of ALONE) element.removeEventListener(name, alone)
      for (const name of BACK) element.removeEventListener(name, back)
      setWords('')
    }
  }, [video, language])
  return words
}

/** Without their marks for voices and styles. */
const wordsAt = (cues: TextTrackCueList | null, second: number): string =>
  [...(cues ?? [])]
    .filter(({ startTime, endTime }) => startTime <= second && second < endTime)
    .map((cue) => (cue as VTTCue).getCueAsHTML().textContent)
    .join('\n')
