export type Problem = { line: number; what: string }
export type CueText = { line: number; text: string }
/** `at`: line of the time, from 0. Times in milliseconds. */
export type Cue = { at: number; from: number; to: number; settings: string; texts: CueText[] }

export const NO_TIME = 'a time such as 00:00:01.000 --> 00:00:04.000 is expected'
const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})`
const TIMING = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?:\s+(.*))?$`)
/** A time that somebody mistyped. */
const NEARLY = /^\s*\d{1,3}:\d{1,2}[\d:.,]*\s*(?:-+>|→|—>)\s*\d{1,3}:\d{1,2}/

/**
 * Reads SRT: a cue goes from its time to the number of the next one, so that an empty line may be inside. Any line may hold `-->` or `<`.
 */
export function readSrt(lines: readonly string[]): { cues: Cue[]; problems: Problem[] } {
  const cues: Cue[] = []
  const problems: Problem[] = []
  const times = lines.flatMap((line, at) => {
    const found = line.includes('-->') ? TIMING.exec(line) : null
    return found ? [{ at, found }] : []
  })
  const isNumbered = isNumber(lines[(times[0]?.at ?? 0) - 1])
  const heads = times.map(({ at }, index) => headOf(lines, at, { isNumbered, isFirst: index === 0 }))
  const firstHead = heads[0] ?? lines.length
  const words = lines.findIndex((line, at) => at < firstHead && line.trim() !== '')
  if (words >= 0) problems.push({ line: words + (lines[words + 1]?.trim() ? 1 : 0), what: NO_TIME })
  for (const [index, { at, found }] of times.entries()) {
    const [from, to] = [millis(found, 1), millis(found, 5)]
    if (from === undefined || to === undefined) problems.push({ line: at, what: 'minutes and seconds go to 59' })
    const end = heads[index + 1] ?? lines.length
    const texts = lines.slice(at + 1, end).map((text, place) => ({ line: at + 1 + place, text }))
    for (const { line, text } of texts) if (NEARLY.test(text)) problems.push({ line, what: NO_TIME })
    const next = times[index + 1]
    if (next && end === next.at && lines[end - 1]?.trim() && end - 1 > at)
      problems.push({ line: end, what: 'an empty line is missing above this time' })
    while (texts.at(-1)?.text.trim() === '') texts.pop()
    while (texts[0]?.text.trim() === '') texts.shift()
    if (from !== undefined && to !== undefined) cues.push({ at, from, to, settings: found[9] ?? '', texts })
  }
  return { cues, problems }
}

const isNumber = (line: string | undefined) => /^\s*\d+\s*$/.test(line ?? '')

/** The first line of a cue: its number or name above the time, else the time. */
function headOf(
  lines: readonly string[],
  at: number,
  { isNumbered, isFirst }: { isNumbered: boolean; isFirst: boolean },
) {
  const above = lines[at - 1]
  if (!above?.trim()) return at
  if (isNumber(above)) return at - 1
  const isAlone = at < 2 || !lines[at - 2]?.trim()
  return isAlone && (isFirst || !isNumbered) ? at - 1 : at
}

function millis(match: RegExpExecArray, group: number): number | undefined {
  const [hours = 0, minutes = 0, seconds = 0] = [0, 1, 2].map((part) => Number(match[group + part] ?? 0))
  if (minutes > 59 || seconds > 59) return undefined
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number((match[group + 3] ?? '').padEnd(3, '0'))
}
