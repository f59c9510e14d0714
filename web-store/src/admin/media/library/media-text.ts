import { mediaKinds } from 'contract/media/kinds'
import type { VideoState } from 'contract/media/videos'
import type { MediaItem } from '../media.queries.ts'

export { bytesText } from '../../../ui/bytes-text.ts'

/** `20 s left`, `3 min left`, `2 h left`. */
export function leftText(seconds: number): string {
  if (seconds < 60) return `${seconds} s left`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min left`
  return `${Math.round(seconds / 360) / 10} h left`
}

/** Length of a video: `0:09`, `1:02:30`. */
export function lengthText(seconds: number): string {
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60), whole % 60]
  const end = `${hours > 0 ? String(minutes).padStart(2, '0') : minutes}:${String(rest).padStart(2, '0')}`
  return hours > 0 ? `${hours}:${end}` : end
}

/** `Image`, `PDF`, `Sound`. */
export function kindName(kind: MediaItem['kind']): string {
  const { noun } = mediaKinds[kind]
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`
}

/** `Not used`, `Used in 1 place`, `Used in 3 places`. */
export function usedText(places: number): string {
  return places === 0 ? 'Not used' : `Used in ${places} ${places === 1 ? 'place' : 'places'}`
}

/** Describes the qualities of a lesson's video: `240p to 720p`, `Qualities 40 %`. */
export function videoText({ state, percent, heights, problem }: VideoState): string {
  const [least, most] = [heights[0], heights.at(-1)]
  if (state === 'ready') return least === most ? `${least}p` : `${least}p to ${most}p`
  if (state === 'original') return 'Original quality only'
  if (state === 'failed') return `Original quality only: ${problem ?? 'no other could be made'}`
  if (state === 'making') return `Processing video, ${percent} %`
  return problem ? `Waiting to be processed: ${problem}` : 'Waiting to be processed'
}

/** A spreadsheet would take what begins so for a formula. */
const cell = (value: unknown): string => {
  const text = String(value)
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** The files as CSV, each with its whole address and how often it is used. */
export function fileList(items: readonly MediaItem[], addressOf: (item: MediaItem) => string): string {
  const head = ['name', 'kind', 'folder', 'bytes', 'buyers_only', 'used_in', 'address']
  const rows = items.map((item) => {
    const { name, kind, folder, bytes, paid, used_in } = item
    return [name, kind, folder, bytes, paid ? 'yes' : 'no', used_in.length, addressOf(item)]
  })
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}
