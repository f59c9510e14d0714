import { extensionOf, plainType, typeMessage, UNKNOWN_KIND_MESSAGE } from './kinds.ts'

/** Returned for a video that the shop cannot make an MP4 of. */
export const CONVERT_MESSAGE =
  'This video must become an MP4 first. Export it as MP4 (H.264 and AAC), for example with the free HandBrake, and upload that.'

/** Codecs that browsers play in an MP4: the shop copies them into one. */
export const COPIED_CODECS: Readonly<Record<'video' | 'audio', readonly unknown[]>> = {
  video: ['avc', 'hevc', 'vp9', 'av1'],
  audio: ['aac', 'mp3', 'opus'],
}

/** Alternatives to known formats that are not accepted, by extension. */
const WAYS_OUT: Readonly<Record<string, string>> = {
  aac: 'AAC files are not accepted. Save the sound as M4A or MP3 and upload that.',
  epub: 'EPUB files are not accepted. Export the book as PDF, or put it into a ZIP, and upload that.',
  ...fromNames(
    ['ass', 'ssa', 'sub', 'ttml'],
    'These subtitles are not accepted. Export them as WebVTT or SRT and upload that.',
  ),
  ...fromNames(['wmv', 'flv', 'mpg', 'mpeg', 'ts', 'mts', 'm2ts', 'vob', 'mxf'], CONVERT_MESSAGE),
}

function fromNames(names: readonly string[], text: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, text]))
}

/** Returns the error of a file of no accepted kind, with what to do where that is known. */
export function unknownMessage({ type, name }: { type: string; name: string }): string {
  const known = WAYS_OUT[extensionOf(name)]
  if (known) return known
  const [group] = plainType(type).split('/')
  return group === 'image' || group === 'video' ? typeMessage(group) : UNKNOWN_KIND_MESSAGE
}
