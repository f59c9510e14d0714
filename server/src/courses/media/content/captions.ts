/** Subtitles in stored form, or their problems by line. */
export type Captions = { vtt: string; cues: number } | { problems: string[] }

const MAX_CUES = 20_000
const MAX_PROBLEMS = 5
const MAX_LINE = 2_000

const TIME = String.raw`(?:(\d{1,3}):)?(\d{2}):(\d{2})[.,](\d{3})`
const TIMING = new RegExp(String.raw`^${TIME}[ \t]+-->[ \t]+${TIME}(?:[ \t]+(.*))?$`)
/** Blocks of WebVTT beside its cues: all are dropped. */
const OTHER_BLOCK = /^(NOTE|STYLE|REGION)(?:[ \t]|$)/
/** Settings that position a cue; others are dropped. */
const SETTING = /^(vertical|line|position|size|align):[\w.,%-]{1,30}$/

/** Codes of subtitle editors (Aegisub) between braces; this one puts a text on top of the image. */
const CODES = /\{\\([^{}]{0,200})\}/g
const TOP = /\{[^{}]{0,200}\\an[789][^{}]{0,200}\}/

/**
 * Reads WebVTT or SRT and rewrites it as plain WebVTT: cues, positions and texts. Reports at most five problems, with
 * line numbers of the sent file.
 */
export function readCaptions(text: string): Captions {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')
  const problems: string[] = []
  const problem = (line: number, what: string) => {
    if (problems.length < MAX_PROBLEMS) problems.push(`Line ${line + 1}: ${what}`)
  }
  const out: string[] = []
  let cues = 0
  let before = 0
  let at = isVtt ? skipBlock(lines, 0) : 0
  for (;;) {
    while (at < lines.length && lines[at]?.trim() === '') at += 1
    if (at >= lines.length) break
    const begun = at
    if (isVtt && OTHER_BLOCK.test(lines[at] ?? '')) {
      at = skipBlock(lines, at)
      continue
    }
    // A name or number may precede the time.
    if (!lines[at]?.includes('-->')) at += 1
    const timing = TIMING.exec(lines[at]?.trim() ?? '')
    const end = skipBlock(lines, begun)
    if (!timing) {
      problem(Math.min(at, end - 1, lines.length - 1), 'a time such as 00:00:01.000 --> 00:00:04.000 is expected')
      at = end
      continue
    }
    const [from, to] = [millis(timing, 1), millis(timing, 5)]
    if (from === undefined || to === undefined) problem(at, 'minutes and seconds go to 59')
    else if (to <= from) problem(at, 'the end is not after the beginning')
    else if (from < before) problem(at, 'it begins before the one above it')
    before = from ?? before
    const shown = lines.slice(at + 1, end)
    shown.forEach((line, index) => {
      if (line.includes('-->')) problem(at + 1 + index, 'an empty line is missing above this time')
      else if (line.length > MAX_LINE) problem(at + 1 + index, `the line is longer than ${MAX_LINE} characters`)
    })
    cues += 1
    const settings = (timing[9] ?? '').split(/[ \t]+/).filter((setting) => SETTING.test(setting))
    if (settings.length === 0 && shown.some((line) => TOP.test(line))) settings.push('line:0')
    const texts = shown.flatMap((line) => withoutCodes(line).split('\n').filter(Boolean)).map(plain)
    out.push([[written(from ?? 0), '-->', written(to ?? 0), ...settings].join(' '), ...texts].join('\n'))
    at = end
    if (cues > MAX_CUES) return { problems: [`Line ${begun + 1}: more than ${MAX_CUES} subtitles`] }
  }
  if (problems.length > 0) return { problems }
  if (cues === 0) return { problems: ['Line 1: there are no subtitles in this file'] }
  return { vtt: `WEBVTT\n\n${out.join('\n\n')}\n`, cues }
}

/** Returns the number of the first empty line after this one. */
function skipBlock(lines: readonly string[], from: number): number {
  let at = from
  while (at < lines.length && lines[at]?.trim() !== '') at += 1
  return at
}

function millis(match: RegExpExecArray, group: number): number | undefined {
  const [hours, minutes, seconds, rest] = [0, 1, 2, 3].map((part) => Number(match[group + part] ?? 0))
  if (minutes === undefined || seconds === undefined || minutes > 59 || seconds > 59) return undefined
  return (((hours ?? 0) * 60 + minutes) * 60 + seconds) * 1000 + (rest ?? 0)
}

function written(ms: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = Math.floor(ms / 1000)
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':')
  return `${clock}.${String(ms % 1000).padStart(3, '0')}`
}

/** Converts bold, italic, underline and line breaks; drops other codes. A Windows path stays. */
function withoutCodes(line: string): string {
  return line
    .replace(CODES, (_, codes: string) =>
      [...`\\${codes}`.matchAll(/\\([biu])([01])(?=\\|$)/g)]
        .map(([, tag, on]) => (on === '1' ? `<${tag}>` : `</${tag}>`))
        .join(''),
    )
    .replace(/([A-Za-z]:\\\S*)|[ \t]{0,9}\\N[ \t]{0,9}/g, (_, path?: string) => path ?? '\n')
}

/** Strips fonts, colours and other markup except bold, italic and underline. */
const plain = (line: string) => line.replace(/<(?!\/?[biu]>)[^<>]{0,200}>/gi, '').replace(/<(?!\/?[biu]>)/gi, '&lt;')
