import type { Place } from '../lesson/places.ts'

/** Events of a player in a frame. */
export type FrameEvents = {
  /** Runs on any message: a page that refuses to be framed loads, too, but is silent. */
  onReady: () => void
  onPlaying: (playing: boolean) => void
  onPlace: (place: Place) => void
  onEnded: () => void
}

type FrameState = { playing?: boolean | undefined; ended?: boolean; second?: unknown; length?: unknown }

type Speaker = {
  /** Message that repeats until it answers. */
  asked?: unknown
  /** Messages after its first answer. */
  afterwards?: readonly unknown[]
  hear: (message: Record<string, unknown>) => FrameState
  /** The frame's address so that it begins at a second. */
  from: (url: URL, second: number) => void
  /** Message that seeks to a second. */
  seek: (second: number) => unknown
}

const record = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** YouTube: IFrame Player API, `playerState` 1 is playing, 2 paused, 0 ended, 3 waits for data. */
const youtube: Speaker = {
  asked: { event: 'listening', id: 1, channel: 'widget' },
  hear: ({ info }) => {
    const { playerState, currentTime, duration } = record(info)
    const playing = typeof playerState === 'number' ? playerState === 1 : undefined
    return { playing, ended: playerState === 0, second: currentTime, length: duration }
  },
  from: (url, second) => url.searchParams.set('start', String(second)),
  seek: (second) => ({ event: 'command', func: 'seekTo', args: [second, true] }),
}

/** Vimeo: Player SDK, messages of `@vimeo/player`. */
const vimeo: Speaker = {
  afterwards: ['timeupdate', 'playing', 'pause', 'ended', 'bufferstart', 'bufferend'].map((value) => ({
    method: 'addEventListener',
    value,
  })),
  hear: ({ event, data }) => {
    const playing = { playing: true, bufferend: true, pause: false, ended: false, bufferstart: false }[String(event)]
    const { seconds, duration } = record(data)
    return { playing, ended: event === 'ended', second: seconds, length: duration }
  },
  from: (url, second) => {
    url.hash = `t=${second}s`
  },
  seek: (second) => ({ method: 'setCurrentTime', value: second }),
}

/** Players that say what they do, by the host of their frame. */
const speakers: Record<string, Speaker> = { 'www.youtube-nocookie.com': youtube, 'player.vimeo.com': vimeo }

const ASK_EVERY_MS = 250

const speakerOf = (src: string): Speaker | undefined => {
  const { hostname } = new URL(src)
  return Object.hasOwn(speakers, hostname) ? speakers[hostname] : undefined
}

export const speaks = (src: string): boolean => speakerOf(src) !== undefined

/** Returns the address with which a player sends events, and starts at a second. */
export function frameAddress(src: string, second: number): string {
  const url = new URL(src)
  const speaker = speakerOf(src)
  if (speaker === youtube) url.searchParams.set('enablejsapi', '1')
  if (second >= 1) speaker?.from(url, Math.floor(second))
  return url.href
}

/** Seeks the player in the frame; one without messages does not move. */
export function seekFrame(frame: HTMLIFrameElement, src: string, second: number): void {
  const notified = speakerOf(src)?.seek(second)
  if (notified) frame.contentWindow?.postMessage(JSON.stringify(notified), '*')
}

/** Listens to the player in the frame. Returns a function that stops. */
export function onFrameMessage(frame: HTMLIFrameElement, src: string, events: FrameEvents): () => void {
  const { origin } = new URL(src)
  const speaker = speakerOf(src)
  if (!speaker) return () => undefined
  // The frame is sandboxed with its own origin, and the message is no secret.
  const request = (question: unknown) => frame.contentWindow?.postMessage(JSON.stringify(question), '*')
  const timer = speaker.asked ? setInterval(() => request(speaker.asked), ASK_EVERY_MS) : undefined
  let ready = false
  // YouTube sends its length once, not with every second.
  let length: number | undefined
  const receive = (message: MessageEvent) => {
    if (message.source !== frame.contentWindow || message.origin !== origin) return
    if (!ready) {
      ready = true
      clearInterval(timer)
      for (const question of speaker.afterwards ?? []) request(question)
      events.onReady()
    }
    const notified = speaker.hear(parsed(message.data))
    if (isSecond(notified.length) && notified.length > 0) length = notified.length
    if (notified.playing !== undefined) events.onPlaying(notified.playing)
    if (isSecond(notified.second)) events.onPlace({ second: notified.second, length })
    if (notified.ended) events.onEnded()
  }
  window.addEventListener('message', receive)
  return () => {
    clearInterval(timer)
    window.removeEventListener('message', receive)
  }
}

const isSecond = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 86_400

function parsed(data: unknown): Record<string, unknown> {
  if (typeof data !== 'string') return record(data)
  try {
    return record(JSON.parse(data))
  } catch {
    return {}
  }
}
