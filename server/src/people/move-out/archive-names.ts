import { extensionOf } from 'contract/media/kinds'

/** Most file systems take 255 bytes, or 255 letters, of a name. */
const MAX_BYTES = 240
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
const UNUSABLE = /[\x00-\x1f\x7f\\/:*?"<>|\u202a-\u202e\u2066-\u2069]/g
/** Names that Windows has for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Cuts a text to so many bytes of UTF-8, between two letters as people see them. */
function cutTo(text: string, bytes: number): string {
  let [cut, length] = ['', 0]
  for (const { segment } of letters.segment(text)) {
    length += Buffer.byteLength(segment)
    if (length > bytes) break
    cut += segment
  }
  return cut
}

/** Makes a text a name of one file or folder, in its own script, with room for `extra` bytes. */
export function usableName(text: string, extra = 0): string {
  const clean = text.toWellFormed().normalize('NFC').replace(UNUSABLE, '-').trim()
  const name = cutTo(clean, MAX_BYTES - extra).replace(/^\.+|[. ]+$/g, '')
  return name === '' ? 'file' : DEVICE.test(name) ? `${name}-` : name
}

/** Returns unused paths: two files of one name, in whatever letters, get a number. */
export function uniquePaths(): (folder: string, shown: string, extension: string) => string {
  const used = new Set<string>()
  return (folder, shown, extension) => {
    const ending = extension === '' ? '' : `.${extension}`
    const bare = extensionOf(shown) === extension.toLowerCase() ? shown.slice(0, -ending.length || undefined) : shown
    const base = usableName(bare, ending.length + 8)
    for (let number = 1; ; number++) {
      const path = `${folder}/${base}${number === 1 ? '' : ` (${number})`}${ending}`
      const key = path.toLowerCase()
      if (used.has(key)) continue
      used.add(key)
      return path
    }
  }
}
