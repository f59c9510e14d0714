import { fill } from './fill.ts'

type Template = typeof SAVE_AS | typeof DAMAGED
/** The text of a foreign file without its byte order mark, or a sentence that names its encoding and the next step. */
export type DecodedText = { text: string } | { problem: string; template: Template; values: { encoding: string } }

const MARKS: readonly (readonly [mark: readonly number[], encoding: string, name: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8', 'UTF-8'],
  // A longer mark that begins as the one below.
  [[0xff, 0xfe, 0, 0], '', 'UTF-32'],
  [[0, 0, 0xfe, 0xff], '', 'UTF-32'],
  [[0xff, 0xfe], 'utf-16le', 'UTF-16'],
  [[0xfe, 0xff], 'utf-16be', 'UTF-16'],
]

/** Looks into so many bytes to name an encoding. */
const SAMPLE = 65_536

/**
 * Decodes UTF-8, and UTF-16 where a byte order mark makes it certain. Nothing else is guessed: letters would become others in silence.
 * Undefined for what is no text in any encoding that is known here.
 */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const [mark = [], encoding = 'utf-8', name = 'UTF-8'] =
    MARKS.find(([first]) => first.every((byte, at) => bytes[at] === byte)) ?? []
  const text = encoding ? decoded(bytes.subarray(mark.length), encoding) : undefined
  if (mark.length === 0 && isUnmarkedUtf16(bytes.subarray(0, SAMPLE))) return problem(SAVE_AS, 'UTF-16')
  if (text !== undefined) return { text }
  if (mark.length > 0) return problem(encoding ? DAMAGED : SAVE_AS, name)
  const isBinary = bytes
    .subarray(0, SAMPLE)
    .some((byte) => byte === 127 || (byte < 32 && ![9, 10, 12, 13].includes(byte)))
  if (isBinary) return undefined
  return isMostlyUtf8(bytes) ? problem(DAMAGED, name) : problem(SAVE_AS, 'windows-1252, which Windows calls ANSI')
}

/** Returns true if every other byte is a zero, as beside Latin letters. */
function isUnmarkedUtf16(sample: Uint8Array): boolean {
  const zeros = [0, 1].map((half) => sample.filter((byte, at) => byte === 0 && at % 2 === half).length)
  return sample.length % 2 === 0 && Math.max(...zeros) > sample.length / 4 && Math.min(...zeros) === 0
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Returns true if more letters are valid as UTF-8 than not. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const letters = [...new TextDecoder('utf-8').decode(bytes)].filter((letter) => letter > '\u007f')
  const wrong = letters.filter((letter) => letter === '\ufffd').length
  return letters.length - wrong > wrong
}

const SAVE_AS = 'This text is not UTF-8 but looks like {encoding}. Save it as UTF-8 and choose it again.'
const DAMAGED =
  'Some letters of this {encoding} text are damaged. Save it as UTF-8 in the program that made it and choose it again.'

const problem = (template: Template, encoding: string) => ({
  problem: fill(template, { encoding }),
  template,
  values: { encoding },
})
