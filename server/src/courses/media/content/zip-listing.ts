import { text } from 'node:stream/consumers'
import { decodeText } from 'contract/decode-text'
import type { ErrorText } from 'contract/errors'
import type { Entry, ZipFile } from 'yauzl'
import { Refusal, refused } from './file-parts.ts'
import { type Contradiction, findContradiction } from './zip-heads.ts'

export type ZipEntry = { name: string; entry: Entry }
export type ZipListing = { entries: readonly ZipEntry[]; names: ReadonlySet<string> }

const MAX_ENTRIES = 10_000
const MAX_DEPTH = 32
const MAX_NAME = 500
/** Bounds nested archives: their unpacked sizes stay unchecked. */
const MAX_INNER_ARCHIVES = 200
/** Unpacked sizes below that are harmless, whatever they are packed into. */
const FREE_BYTES = 100 * 1024 * 1024
const MAX_RATIO = 100

/**
 * Files that run with a double click on a buyer's machine. Parts of websites and templates, such as `.js`, are allowed.
 */
const PROGRAM =
  /\.(exe|scr|pif|bat|cmd|msi|msp|msix|appx|cpl|dll|sys|vbs|vbe|jse|wsf|wsh|ps1|psm1|lnk|url|hta|reg|scf|inf|jar|apk|xapk|ipa|dmg|pkg|deb|rpm|appimage|gadget|chm|iso|img|vhd|xll|docm|xlsm|pptm|dotm|xltm|xlam|ppam)$/i
/** A `.com` file also looks like the end of an address, as in a text named `Follow example.com`: the content decides. */
const MAYBE_PROGRAM = /\.com$/i
const MAX_MAYBE_PROGRAMS = 200
const BEGINNING = 4_096
const LEADS_OUT = /^\/|^[a-z]:|(?:^|\/)\.\.(?:\/|$)/i
const INNER_ARCHIVE = /\.(zip|rar|7z|tar|gz|tgz|bz2|xz|zst|cab|arj)$/i
const UNIX_TYPE = 0o170000
const UNIX_LINK = 0o120000
const UNIX = 3

const OVERLAP = 'The parts of this archive overlap, as in archives that are made to do harm. Create it again.'
const contradictions: Record<Contradiction['kind'], ErrorText> = {
  two_sayings: 'A part of this archive says two names or sizes: {name}. Create it again.',
  unlisted: 'A part of this archive is not in its listing, behind {name}. Create it again.',
  overlap: OVERLAP,
}

/**
 * Reads a ZIP's listing with bounds, without unpacking. `undefined` for another file; 422 with the reason when
 * unpacking would harm: too many files, too large, names outside its folder, links, programs, overlapping or unlisted
 * parts, anything before it.
 */
export async function readZip(path: string, bytes: number): Promise<ZipListing | undefined> {
  return withZip(path, async (zip) => {
    if (zip.entryCount > MAX_ENTRIES) {
      throw refused('This archive holds more than {count} files. Split it into several.', {
        values: { count: MAX_ENTRIES.toLocaleString('en-IN') },
      })
    }
    // The library's next read position, before any entry: the listing's begin. Its type is wrong.
    const listingAt = Number(zip.readEntryCursor)
    const entries: ZipEntry[] = []
    let [packed, unpacked, inner, first] = [0, 0, 0, Number.POSITIVE_INFINITY]
    for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
      checkEntry(entry)
      packed += entry.compressedSize
      unpacked += entry.uncompressedSize
      first = Math.min(first, entry.relativeOffsetOfLocalHeader)
      if (INNER_ARCHIVE.test(entry.fileName)) inner += 1
      entries.push({ name: entry.fileName, entry })
    }
    if (entries.length > 0 && first !== 0) throw refused('Something stands in front of this archive. Create it again.')
    if (packed > bytes) throw refused(OVERLAP)
    const listed = entries.map(({ entry }) => entry)
    const found = await findContradiction(path, listed, listingAt)
    if (found) throw named(contradictions[found.kind], found.entry.fileName)
    if (unpacked > FREE_BYTES && unpacked > MAX_RATIO * bytes) {
      throw refused('This archive unpacks to more than {times} times its size. Take out what packs so well.', {
        values: { times: MAX_RATIO },
      })
    }
    if (inner > MAX_INNER_ARCHIVES)
      throw refused('This archive holds more than {count} other archives. Unpack them first.', {
        values: { count: MAX_INNER_ARCHIVES },
      })
    await refusePrograms(zip, listed)
    // Programs differ in which of them they unpack, so the checked one may be the other.
    const small = new Set(entries.map(({ name }) => name.toLowerCase()))
    if (small.size < entries.length) throw refused('Two parts of this archive are of the same name. Create it again.')
    return { entries, names: new Set(entries.map(({ name }) => name)) }
  })
}

/** Reads a small part of an archive as text; undefined when it is absent or longer than `most` bytes. */
export async function readZipText(path: string, name: string, most: number): Promise<string | undefined> {
  return withZip(path, async (zip) => {
    for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
      if (entry.fileName !== name) continue
      if (entry.uncompressedSize > most || entry.isEncrypted()) return undefined
      return text(await zip.openReadStreamPromise(entry))
    }
    return undefined
  })
}

async function withZip<T>(path: string, work: (zip: ZipFile) => Promise<T>): Promise<T | undefined> {
  // Archives are rare: the library loads with the first.
  const { openPromise } = await import('yauzl')
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(path, { autoClose: false })
    return await work(zip)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall || error instanceof Refusal) throw error
    // The library's own words for unsafe names; any other error means a broken archive.
    const unsafe = /^(?:absolute path|invalid relative path|invalid characters in fileName): (.*)$/s.exec(
      (error as Error).message,
    )
    if (unsafe) throw named(LEADS_OUT_REASON, unsafe[1] ?? '')
    return undefined
  } finally {
    zip?.close()
  }
}

function checkEntry({ fileName: name, fileNameRaw, versionMadeBy, externalFileAttributes }: Entry): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
  if (name.length > MAX_NAME || /[\x00-\x1f\x7f]/.test(name)) {
    throw named('A name in this archive cannot be used: {name}. Give it another one.', name)
  }
  if (name.split('/').length > MAX_DEPTH)
    throw refused('The folders in this archive are more than {count} deep. Move the inner ones up.', {
      values: { count: MAX_DEPTH },
    })
  // A part may have a second name, in Unicode, then in `name`; Windows uses the first.
  const plain = fileNameRaw.toString('latin1').replaceAll('\\', '/')
  if (LEADS_OUT.test(plain)) throw named(LEADS_OUT_REASON, plain)
  const program = [name, plain].find((each) => PROGRAM.test(each))
  if (program) throw named(PROGRAM_REASON, program)
  const mode = versionMadeBy >> 8 === UNIX ? externalFileAttributes >>> 16 : 0
  if ((mode & UNIX_TYPE) === UNIX_LINK)
    throw named('This archive holds a link to elsewhere: {name}. Put the file itself into it.', name)
}

/** Throws 422 for a file with a program's possible name that does not begin as text. */
async function refusePrograms(zip: ZipFile, entries: readonly Entry[]): Promise<void> {
  const maybe = entries.filter(({ fileName, fileNameRaw }) =>
    [fileName, fileNameRaw.toString('latin1')].some((name) => MAYBE_PROGRAM.test(name)),
  )
  for (const [index, entry] of maybe.entries()) {
    const beginning = index < MAX_MAYBE_PROGRAMS && !entry.isEncrypted() ? await beginningOf(zip, entry) : undefined
    if (!beginning || !isText(beginning)) throw named(PROGRAM_REASON, entry.fileName)
  }
}

async function beginningOf(zip: ZipFile, entry: Entry): Promise<Buffer | undefined> {
  try {
    const pieces: Buffer[] = []
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      pieces.push(piece)
      if (Buffer.concat(pieces).length >= BEGINNING) break
    }
    return Buffer.concat(pieces).subarray(0, BEGINNING)
  } catch {
    return undefined
  }
}

/** Checks for text; the beginning of a longer file may cut its last letter in two. */
function isText(beginning: Buffer): boolean {
  const cuts = beginning.length < BEGINNING ? [0] : [0, 1, 2, 3]
  const decoded = cuts.map((cut) => decodeText(beginning.subarray(0, beginning.length - cut)))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
  return decoded.some((each) => each && 'text' in each && !/^MZ|[\x00-\x08\x0b\x0e-\x1f\x7f]/.test(each.text))
}

const PROGRAM_REASON = 'This archive holds a program or macros: {name}. Take it out.'
const LEADS_OUT_REASON = 'A name in this archive leads out of its folder: {name}. Create it again.'
const named = (reason: ErrorText, name: string) => refused(reason, { values: { name: shown(name) } })

/** Shortens a name for use in a sentence. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
const shown = (name: string) => name.replace(/[\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069]/g, '').slice(-80)
