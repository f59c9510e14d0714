import { type RefObject, useEffect } from 'react'
import { t } from '../../../../language/text.ts'
import { choose, usePlayerChoices } from '../../../../stores/player-choices.ts'
import { clockLength } from '../../../../ui/format.ts'
import { actionOf, focusOf, type KeyAction } from './keys.ts'
import { nextSpeed } from './speeds.ts'

/** LUFS: how loud speech is mixed for the web (AES TD1008). */
const SPEECH = -18

/**
 * Returns the share of the chosen volume, over 0 to 1, for a lesson of this loudness (LUFS, null if unknown), so that it is not louder than
 * the lesson before it. A quieter one is unchanged: a player cannot amplify.
 */
export const shareOfVolume = (loudness: number | null): number =>
  loudness === null ? 1 : Math.min(1, 10 ** ((SPEECH - loudness) / 20))

/** `1.25×`. */
export const speedText = (speed: number): string => `${speed}×`

type CommandProps = {
  video: RefObject<HTMLVideoElement | null>
  /** Announces the last command. */
  say: (words: string) => void
  /** Loudness of the lesson in LUFS; null if unknown. */
  loudness: number | null
}

/** Returns the commands of the playing lesson. Speed and sound are stored for other lessons and visits. */
export function useCommands({ video, say, loudness }: CommandProps) {
  const { speed, volume, muted } = usePlayerChoices()
  const share = shareOfVolume(loudness)

  // A new address starts at the default speed: restore the chosen one.
  useEffect(() => {
    if (!video.current) return
    video.current.defaultPlaybackRate = speed
    video.current.playbackRate = speed
  }, [video, speed])
  useEffect(() => {
    if (video.current) Object.assign(video.current, { volume: volume * share, muted })
  }, [video, volume, share, muted])

  const seekTo = (second: number) => {
    const element = video.current
    if (!element || element.readyState === HTMLMediaElement.HAVE_NOTHING) return
    element.currentTime = Math.min(Math.max(second, 0), element.duration || 0)
  }
  const setVolume = (to: number) => {
    const loud = Math.min(Math.max(Math.round(to * 100) / 100, 0), 1)
    choose({ volume: loud, muted: loud === 0 })
    return loud
  }
  const setSpeed = (to: number) => {
    choose({ speed: to })
    say(t('Speed {speed}', { speed: speedText(to) }))
  }
  return {
    seekTo,
    setVolume,
    setSpeed,
    play: () => {
      const element = video.current
      if (!element) return
      if (element.paused) void element.play().catch(() => undefined)
      else element.pause()
    },
    seekBy: (by: number) => {
      const element = video.current
      if (!element) return
      seekTo(element.currentTime + by)
      say(by < 0 ? t('Back {count} seconds', { count: -by }) : t('Forward {count} seconds', { count: by }))
    },
    seekToTenth: (tenth: number) => {
      const second = ((video.current?.duration || 0) * tenth) / 10
      seekTo(second)
      say(clockLength(second))
    },
    volumeBy: (by: number) => {
      say(t('Volume {percent}%', { percent: Math.round(setVolume(volume + by) * 100) }))
    },
    speedBy: (by: number) => setSpeed(nextSpeed(video.current?.playbackRate ?? 1, by)),
    mute: () => {
      const now = !video.current?.muted
      choose({ muted: now })
      say(now ? t('Mute') : t('Sound on'))
    },
  }
}

/** Hears the keys of the page. `run` does what one of them means. */
export function useKeys(video: RefObject<HTMLVideoElement | null>, run: (action: KeyAction) => void): void {
  const everywhere = usePlayerChoices(({ pageKeys }) => pageKeys)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = actionOf(event, focusOf(event.target, video.current?.parentElement ?? null), everywhere)
      if (!action) return
      event.preventDefault()
      run(action)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [video, everywhere, run])
}
