import { type RefObject, useEffect, useState } from 'react'

export type Media = {
  playing: boolean
  /** The player wants to play and waits for data. */
  waiting: boolean
  second: number
  /** 0 until it is known. */
  length: number
  /** The second up to which it is here. */
  loaded: number
  muted: boolean
  speed: number
  /** False for a sound. */
  picture: boolean
}

const nothing: Media = {
  playing: false,
  waiting: false,
  second: 0,
  length: 0,
  loaded: 0,
  muted: false,
  speed: 1,
  picture: true,
}

const EVENTS = [
  'play',
  'playing',
  'pause',
  'ended',
  'waiting',
  'canplay',
  'seeking',
  'seeked',
  'timeupdate',
  'progress',
  'loadedmetadata',
  'durationchange',
  'emptied',
  'volumechange',
  'ratechange',
  'resize',
]

/** Follows the state of the element. It stays unchanged while the same second loads from another address. */
export function useMedia(video: RefObject<HTMLVideoElement | null>): Media {
  const [media, setMedia] = useState(nothing)
  useEffect(() => {
    const element = video.current
    if (!element) return
    const look = () => setMedia((before) => read(element, before))
    look()
    for (const name of EVENTS) element.addEventListener(name, look)
    return () => {
      for (const name of EVENTS) element.removeEventListener(name, look)
    }
  }, [video])
  return media
}

function read(element: HTMLVideoElement, before: Media): Media {
  const { muted, playbackRate: speed, currentTime: second, duration, paused, ended, readyState } = element
  if (readyState === HTMLMediaElement.HAVE_NOTHING) {
    return { ...before, muted, speed, waiting: before.playing || !paused }
  }
  return {
    muted,
    speed,
    second,
    playing: !paused && !ended,
    waiting: !paused && !ended && readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    length: Number.isFinite(duration) ? duration : 0,
    loaded: loadedTo(element.buffered, second),
    picture: element.videoWidth > 0,
  }
}

/** The end of the part that is here and holds the second. */
function loadedTo(parts: TimeRanges, second: number): number {
  for (let at = 0; at < parts.length; at += 1) {
    if (parts.start(at) <= second + 0.5 && parts.end(at) >= second) return parts.end(at)
  }
  return 0
}
