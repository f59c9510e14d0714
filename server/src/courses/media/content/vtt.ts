import { type Cue, NO_TIME, type Problem } from './srt.ts'

/** A number of two digits up to 59 is minutes; any other one is hours, and minutes follow. A comma is the habit of SRT. */
const TIME = String.raw`(\d+):(\d{2})(?::(\d{2}))?[.,](\d{3})(?!\d)`
const TIMING = new RegExp(String.raw`^[ \t\f]*${TIME}[ \t\f]*-->[ \t\f]*${TIME}(.*)$`)
const OTHER_BLOCK = /^(?:NOTE|STYLE|REGION)(?:\s|$)/

/**
 * Reads WebVTT line by line as the standard collects its blocks (https://www.w3.org/TR/webvtt1/#collect-a-webvtt-block): a time may be right
 * below the header or a text, and a line of a space is a line. Blocks that a browser would leave out are problems here; notes and styles are not.
 */
export function readVtt(lines: readonly string[]): { cues: Cue[]; problems: Problem[] } {
  const cues: Cue[] = []
  const problems: Problem[] = []
  let at = 1
  // The header may have lines of its own.
  while (at < lines.length && lines[at] !== '' && !lines[at]?.includes('-->')) at += 1
  while (at < lines.length) {
    if (lines[at] === '') {
      at += 1
      continue
    }
    const begun = at
    const hasName = !lines[at]?.includes('-->')
    const time = hasName ? at + 1 : at
    if (!lines[time]?.includes('-->')) {
      while (at < lines.length && lines[at] !== '' && !lines[at]?.includes('-->')) at += 1
      if (!OTHER_BLOCK.test(lines[begun] ?? '') && lines.slice(begun, at).some((line) => line.trim() !== ''))
        problems.push({ line: Math.min(time, Math.max(begun, at - 1)), what: NO_TIME })
      continue
    }
    at = time + 1
    while (at < lines.length && lines[at] !== '' && !lines[at]?.includes('-->')) at += 1
    const timing = TIMING.exec(lines[time] ?? '')
    const [from, to] = timing ? [millis(timing, 1), millis(timing, 5)] : []
    if (!timing) problems.push({ line: time, what: NO_TIME })
    else if (from === undefined || to === undefined) problems.push({ line: time, what: 'minutes and seconds go to 59' })
    else {
      const texts = lines.slice(time + 1, at).map((text, place) => ({ line: time + 1 + place, text }))
      cues.push({ at: time, from, to, settings: timing[9]?.trim() ?? '', texts })
    }
  }
  return { cues, problems }
}

function millis(match: RegExpExecArray, group: number): number | undefined {
  const [first = '', second = '', third, rest = ''] = [0, 1, 2, 3].map((part) => match[group + part])
  const [hours, minutes, seconds] = third === undefined ? ['0', first, second] : [first, second, third]
  if (third === undefined && first.length !== 2) return undefined
  if (Number(minutes) > 59 || Number(seconds) > 59) return undefined
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(rest)
}
