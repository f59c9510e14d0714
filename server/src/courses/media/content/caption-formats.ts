/** Subtitles of other programs, by their beginning. */
const FORMATS: readonly (readonly [name: string, beginning: RegExp])[] = [
  ['Advanced SubStation, .ass', /^\s*\[(?:Script Info|V4\+? Styles|Events)\]/i],
  ['TTML, .ttml', /^\s*(?:<\?xml[^>]*>\s*(?:<!--[\s\S]*?-->\s*)?)?<(?:\w+:)?tt[\s>]/i],
  ['SAMI, .smi', /^\s*<SAMI\b/i],
  ['MicroDVD, .sub', /^\s*\{\d+\}\{\d*\}/],
  ['SubViewer, .sub', /^\s*(?:\[INFORMATION\]|\d\d:\d\d:\d\d\.\d\d,\d\d:\d\d:\d\d\.\d\d\s*$)/im],
  ['YouTube, .sbv', /^\s*\d+:\d\d:\d\d\.\d{3},\d+:\d\d:\d\d\.\d{3}/],
  ['lyrics, .lrc', /^\s*\[(?:\d\d:\d\d\.\d\d|ar:|ti:)/i],
  ['MPL2', /^\s*\[\d+\]\[\d+\]/],
]

/** Says how to convert subtitles in a format that the player does not have; undefined for SRT and WebVTT. */
export function otherFormat(lines: readonly string[]): string | undefined {
  const beginning = lines.slice(0, 20).join('\n').slice(0, 2_000)
  const name = FORMATS.find(([, form]) => form.test(beginning))?.[0]
  return (
    name &&
    `These subtitles are in another format (${name}). Open them in Subtitle Edit or Aegisub, save them as SubRip (.srt) or WebVTT (.vtt), and choose that.`
  )
}
