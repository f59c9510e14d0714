import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'

/** Phones of Apple fill the screen with the picture alone. */
type ApplesVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

const followFullScreen = (onChange: () => void) => {
  document.addEventListener('fullscreenchange', onChange)
  return () => document.removeEventListener('fullscreenchange', onChange)
}

/** Shows the picture with its overlays on the whole screen. */
export function useFullScreen(video: RefObject<HTMLVideoElement | null>) {
  const full = useSyncExternalStore(
    followFullScreen,
    () => {
      const { fullscreenElement } = document
      return fullscreenElement !== null && fullscreenElement === video.current?.parentElement
    },
    () => false,
  )
  const toggle = () => {
    const element: ApplesVideo | null = video.current
    const place = element?.parentElement
    if (!element || !place) return
    if (full) void document.exitFullscreen()
    else if (document.fullscreenEnabled) void place.requestFullscreen().catch(() => undefined)
    else element.webkitEnterFullscreen?.()
  }
  return { full, toggle }
}

/** The picture in a small window of its own. `toggle` is undefined where the browser has no such window. */
export function usePictureInPicture(video: RefObject<HTMLVideoElement | null>) {
  const [small, setSmall] = useState(false)
  useEffect(() => {
    const element = video.current
    if (!element) return
    const look = () => setSmall(document.pictureInPictureElement === element)
    element.addEventListener('enterpictureinpicture', look)
    element.addEventListener('leavepictureinpicture', look)
    return () => {
      element.removeEventListener('enterpictureinpicture', look)
      element.removeEventListener('leavepictureinpicture', look)
    }
  }, [video])
  const toggle = () => {
    const done = small ? document.exitPictureInPicture() : video.current?.requestPictureInPicture()
    // Refused: the picture stays where it is.
    void done?.catch(() => undefined)
  }
  return { small, toggle: !import.meta.env.SSR && document.pictureInPictureEnabled ? toggle : undefined }
}
