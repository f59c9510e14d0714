import { otherFormat } from './caption-formats.ts'
import { type Cue, type CueText, type Problem, readSrt } from './srt.ts'
import { readVtt } from './vtt.ts'

/** Subtitles in stored form, or their problems by line. */
export type Captions = { vtt: string; cues: number } | { problems: string[] }

const MAX_CUES = 20_000
const MAX_PROBLEMS = 5
const MAX_LINE = 2_000

/** Settings that position a cue; others are dropped. */
const SETTING = /^(vertical|line|position|size|align):[\w.,%-]{1,30}$/

/** Codes of subtitle editors (Aegisub) between braces; this one puts a text on top of the image. */
const CODES = /\{\\([^{}]{0,200})\}/g
const TOP = /\{[^{}]{0,200}\\an[789][^{}]{0,200}\}/

/**
 * Reads WebVTT or SRT, each by its own rules, and rewrites it as plain WebVTT: cues, positions and texts. A browser shows the same of both.
 * Reports at most five problems, with line numbers of the sent file.
 */
export function readCaptions(text: string): Captions {
  const lines = text
    .replace(/^\ufeff/, '')
    .replaceAll('\0', '\ufffd')
    .split(/\r\n|\n|\r/)
  const other = otherFormat(lines)
  if (other) return { problems: [other] }
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')
  const { cues, problems } = isVtt ? readVtt(lines) : readSrt(lines)
  if (cues.length > MAX_CUES)
    return { problems: [`Line ${(cues[MAX_CUES]?.at ?? 0) + 1}: more than ${MAX_CUES} subtitles`] }
  const all = [...problems, ...wrongIn(cues)].toSorted((one, another) => one.line - another.line)
  if (all.length > 0)
    return { problems: all.slice(0, MAX_PROBLEMS).map(({ line, what }) => `Line ${line + 1}: ${what}`) }
  if (cues.length === 0) return { problems: ['Line 1: there are no subtitles in this file'] }
  const printed = cues.map((cue) => printCue(cue, isVtt ? textOfVtt : textOfSrt))
  return { vtt: `WEBVTT\n\n${printed.join('\n\n')}\n`, cues: cues.length }
}

/** Times that a player shows wrongly or never. A cue without length, as programs write for a pause, is seen by nobody and harms nobody. */
function wrongIn(cues: readonly Cue[]): Problem[] {
  let before = 0
  return cues.flatMap(({ at, from, to, texts }) => {
    const problems: Problem[] = []
    if (to < from) problems.push({ line: at, what: 'the end is not after the beginning' })
    else if (from < before) problems.push({ line: at, what: 'it begins before the one above it' })
    before = from
    for (const { line, text } of texts)
      if (text.length > MAX_LINE) problems.push({ line, what: `the line is longer than ${MAX_LINE} characters` })
    return problems
  })
}

function printCue({ from, to, settings, texts }: Cue, print: (texts: readonly CueText[]) => string[]): string {
  const used = settings.split(/[ \t]+/).filter((setting) => SETTING.test(setting))
  if (used.length === 0 && texts.some(({ text }) => TOP.test(text))) used.push('line:0')
  return [[clock(from), '-->', clock(to), ...used].join(' '), ...print(texts)].join('\n')
}

function clock(ms: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = Math.floor(ms / 1000)
  const text = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':')
  return `${text}.${String(ms % 1000).padStart(3, '0')}`
}

/** Tags of WebVTT: bold, italic and underline stay, those of voices, classes, languages and times go. */
const VTT_TAG = /^\/?(?:[biu]|c|v|lang|ruby|rt|font)(?:[.\s][^<>]*)?$|^(?:\d+:)?\d{1,2}:\d{2}[.,]\d{3}$/i
/** Tags of SRT, to the letter: `a <b > c` is a comparison. */
const SRT_TAG = /^\/?[biu]$|^\/?font(?:\s[^<>]*)?$/i
/** A tag, if its format has it; any other `<` is a word of the speaker. */
const TAG = /<([^<>]{0,200})>/g
/** These characters stand for the `<` and `>` of a tag that stays, while the others are escaped. */
const [OPENS, CLOSES] = ['\ue000', '\ue001']
const markTags = (text: string, known: RegExp) =>
  text.replaceAll(TAG, (tag, inside: string) => {
    if (!known.test(inside)) return tag
    // `<b.loud>` is bold of a class.
    const name = /^\/?[^.\s]*/.exec(inside)?.[0] ?? ''
    return /^\/?[biu]$/i.test(name) ? `${OPENS}${name}${CLOSES}` : ''
  })
const unmark = (text: string) => text.replaceAll(OPENS, '<').replaceAll(CLOSES, '>')
/** Breaks of lines stay. A line that is empty would end the cue: it gets a space. */
const linesOf = (text: string) => text.split('\n').map((line) => line || ' ')

/** SRT has no entities: `&lt;` is shown as it is typed. */
function textOfSrt(texts: readonly CueText[]): string[] {
  if (texts.length === 0) return []
  const typed = texts
    .map(({ text }) => withoutCodes(text))
    .join('\n')
    .replace(/^\n+|\n+$/g, '')
  const safe = markTags(typed, SRT_TAG).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return typed === '' ? [] : linesOf(unmark(safe))
}

/** Entities of WebVTT stay what they are; a tag that no browser knows is a word. */
function textOfVtt(texts: readonly CueText[]): string[] {
  if (texts.length === 0) return []
  const typed = markTags(texts.map(({ text }) => withoutCodes(text)).join('\n'), VTT_TAG)
  return linesOf(unmark(typed.replaceAll('<', '&lt;').replaceAll('>', '&gt;')))
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
    .replace(/^\n+|\n+$/g, '')
}
