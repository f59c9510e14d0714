/** The ordinal that a name begins with: `01 - `, `2. `, `(3) `, `Lesson 4: `. A number that is all of the name stays. */
const ORDINAL =
  /^(?:(?:lesson|lecture|part|video|module|section|chapter)\s*)?[([]?\d{1,4}[)\]]?(?:\s*[-–—_.:)]+\s*|\s+)(?=\S)/i

/** Names a lesson or a section after its file or folder: the name in words, without number and extension. */
export function titleOfFile(name: string): string {
  const words = name
    .normalize('NFC')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/_+/g, ' ')
    // A dash between letters stands for a space; one between spaces is a dash.
    .replace(/(\S)-+(?=\S)/g, '$1 ')
    .replace(/\s+/g, ' ')
    .trim()
  const bare = words.replace(ORDINAL, '').trim()
  return (bare || words || name).slice(0, 300)
}
