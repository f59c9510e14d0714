import type { HowToRead, TableHead } from './table-shape.ts'

type Encoding = NonNullable<TableHead['encoding']>

const MARKS: readonly (readonly [mark: readonly number[], encoding: Encoding])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]
const SAMPLE = 65_536

/**
 * Decodes a table in UTF-8, UTF-16 (also without its mark) or, when it is neither, windows-1252, which is a guess. Undefined for binary
 * content. A chosen encoding is used as it is.
 */
export function decodeTable(
  bytes: Buffer,
  chosen: HowToRead['encoding'],
): { text: string; encoding: Encoding; sure: boolean } | undefined {
  const [mark = [], marked] = MARKS.find(([first]) => first.every((byte, at) => bytes[at] === byte)) ?? []
  const sample = bytes.subarray(0, SAMPLE)
  const utf16 = marked ?? unmarkedUtf16(sample)
  const encoding = chosen ?? utf16 ?? (mostlyUtf8(bytes) ? 'utf-8' : 'windows-1252')
  if (!utf16?.startsWith('utf-16') && sample.some(isControl)) return undefined
  const body = chosen && chosen !== marked ? bytes : bytes.subarray(mark.length)
  const text = new TextDecoder(encoding).decode(body)
  return { text, encoding, sure: chosen !== undefined || (encoding !== 'windows-1252' && !text.includes('\ufffd')) }
}

const isControl = (byte: number) => byte === 127 || (byte < 32 && ![9, 10, 12, 13].includes(byte))

/** Separators and line ends of any script have a zero beside them. */
function unmarkedUtf16(sample: Buffer): Encoding | undefined {
  let [even, odd] = [0, 0]
  for (let at = 0; at < sample.length; at += 1) {
    if (sample[at] === 0) at % 2 === 0 ? even++ : odd++
  }
  if (Math.max(even, odd) < sample.length / 50 || Math.min(even, odd) > 0) return undefined
  return odd > 0 ? 'utf-16le' : 'utf-16be'
}

/** Returns true when all letters are valid, or all but a few that something damaged. */
function mostlyUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes)
    let [valid, wrong] = [0, 0]
    for (const letter of text) if (letter > '\u007f') letter === '\ufffd' ? wrong++ : valid++
    return valid > wrong * 10
  }
}
