import Hls from 'hls.js/light'
import { playlistOf, signedAs } from '../addresses.ts'
import { AUTO } from './engine.ts'

/** Before it plays only the first picture loads, in the least quality: not every opened lesson is watched. */
const PREPARED = { maxBufferLength: 0.5, maxMaxBufferLength: 0.5 }
const PLAYING = { maxBufferLength: 20, maxMaxBufferLength: 60 }
const SOUND = 'sound'

type EngineOptions = {
  /** The playlist of all qualities. */
  playlist: string
  quality: string
  startAt: number
  /** The same playlist under a signature that is good now. */
  address: () => Promise<string>
  /** The set cannot play any more: the original must. */
  onFailed: () => void
}

export type Engine = { setQuality: (id: string) => void; destroy: () => void }

/** Plays an adaptive set in the element, from the least quality up. Each part is requested under the newest signature. */
export function attachEngine(video: HTMLVideoElement, options: EngineOptions): Engine {
  const hls = new Hls({
    ...PREPARED,
    // The worker of hls.js would be loaded from a blob, which the policy of the page forbids.
    enableWorker: false,
    startLevel: 0,
    startPosition: options.startAt,
    capLevelToPlayerSize: true,
    backBufferLength: 60,
    // Seconds say how much is held, whatever it weighs.
    maxBufferSize: 0,
    abrEwmaDefaultEstimate: 600_000,
    xhrSetup: async (xhr, url) => xhr.open('GET', signedAs(url, await options.address()), true),
  })
  let quality = options.quality
  let mended = false
  let goOn = !video.paused

  const applyLevel = () => {
    const level = hls.levels.findIndex(({ uri }) => uri.includes(`/_${quality}.m3u8`))
    // Set before anything is loaded, -1 would also be the first level.
    if (level >= 0 && video.readyState > 0) hls.nextLevel = level
    else if (level >= 0 || !hls.autoLevelEnabled) hls.loadLevel = level
    hls.autoLevelCapping = savesData() && quality === AUTO ? 0 : -1
  }
  const onPlay = () => Object.assign(hls.config, PLAYING)
  // The first picture of an unloaded place and the part after it load soon in the least quality; better ones follow.
  const beginLow = () => {
    if (quality === AUTO && !isLoaded(video, video.currentTime)) hls.nextAutoLevel = 0
  }
  const onOnline = () => hls.startLoad()
  video.addEventListener('play', onPlay)
  video.addEventListener('seeking', beginLow)
  hls.on(Hls.Events.FRAG_LOADED, beginLow)
  window.addEventListener('online', onOnline)
  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    if (quality !== SOUND) applyLevel()
    if (goOn) void video.play().catch(() => undefined)
    goOn = false
  })
  hls.on(Hls.Events.ERROR, (_, { fatal, type }) => {
    if (!fatal) return
    if (type === Hls.ErrorTypes.NETWORK_ERROR && !navigator.onLine) return
    if (type === Hls.ErrorTypes.MEDIA_ERROR && !mended) {
      mended = true
      hls.recoverMediaError()
    } else options.onFailed()
  })
  const load = () => hls.loadSource(quality === SOUND ? playlistOf(options.playlist, SOUND) : options.playlist)
  load()
  hls.attachMedia(video)

  return {
    setQuality(id) {
      const other = (id === SOUND) !== (quality === SOUND)
      quality = id
      if (!other) return quality === SOUND ? undefined : applyLevel()
      // The sound is a source of its own.
      goOn = !video.paused
      hls.config.startPosition = video.currentTime
      load()
    },
    destroy() {
      video.removeEventListener('play', onPlay)
      video.removeEventListener('seeking', beginLow)
      window.removeEventListener('online', onOnline)
      hls.destroy()
    },
  }
}

function isLoaded({ buffered }: HTMLVideoElement, second: number): boolean {
  for (let at = 0; at < buffered.length; at += 1) {
    if (buffered.start(at) <= second && second <= buffered.end(at)) return true
  }
  return false
}

/** Returns true with the browser's Save-Data. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
