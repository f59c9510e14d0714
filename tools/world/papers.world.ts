import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Language } from 'contract/languages'
import { afterAll, beforeAll, expect } from 'vitest'
import { drawCertificate } from '../../server/src/courses/certificates/certificate-pdf.ts'
import type { DocumentRow } from '../../server/src/sales/documents/documents.queries.ts'
import { drawDocument } from '../../server/src/sales/documents/pdf.ts'
import { debian, fromNpm, row } from './row.ts'
import { type SoldShop, signedCode, startSoldShop } from './sold-month.ts'
import { python } from './table-writers.ts'

const part = 'Papers and codes'
const { programs, load, require } = fromNpm('papers', {
  'pdfjs-dist': '6.5.438',
  '@zxing/library': '0.23.0',
  jsqr: '1.4.0',
  '@techstark/opencv-js': '4.12.0-release.1',
})

/** A paper with the words that a reader must find in it, and the code that it shows. */
type Paper = { name: string; path: string; words: string[]; code?: string }
let shop: SoldShop
let folder: string
const papers: Paper[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-world-papers-'))
  shop = await startSoldShop()
  const add = async (name: string, bytes: Buffer, words: string[], code?: string) => {
    const path = join(folder, `${name}.pdf`)
    await writeFile(path, bytes)
    papers.push({ name, path, words, ...(code && { code }) })
  }
  const rows: DocumentRow[] = await shop.server.db('documents').orderBy('issued_at').select('*')
  const { document_id: registered } = await shop.server.db('einvoice_answers').first('document_id')
  for (const one of rows) {
    const { facts, serial } = one
    const at = new Date(one.issued_at).toISOString().slice(0, 10).split('-').reverse().join('/')
    await add(
      serial.replaceAll('/', '-'),
      await shop.download(`/api/admin/documents/${one.document_id}`),
      [serial, facts.buyer.name, ...facts.lines.flatMap(({ description }) => description.split('\n'))],
      one.document_id === registered ? signedCode(serial, facts.total_paise / 100, at) : undefined,
    )
  }
  const [sold] = rows
  if (!sold) throw new Error('nothing was sold')
  for (const kind of ['receipt', 'refund_receipt', 'bill_of_supply', 'debit_note'] as const)
    await add(kind, await drawDocument({ ...sold, kind }), [sold.serial, sold.facts.buyer.name])
  for (const layout of ['framed', 'panel'] as const)
    for (const [language, name, course_name] of [
      ['en', 'Asha Rao', 'Reels that sell'],
      ['hi', 'प्रिया श्रीवास्तव', 'हिंदी में रील्स: लिखना और बोलना'],
      ['mr', 'ज्ञानेश्वर क्षीरसागर', 'सोशल मीडिया व्यवस्थापन'],
    ] as [Language, string, string][]) {
      const code = '0123456789abcdefghjkmnpqrs'
      const address = `https://shop.example.com/c/${code}`
      const facts = {
        code,
        name,
        course_name,
        language,
        layout,
        shop_name: 'SkillHaat',
        issued_at: '2026-11-20T20:00:00Z',
      }
      const by = { signatory: 'ऋतु मल्होत्रा', signatory_title: null }
      await add(
        `certificate-${layout}-${language}`,
        await drawCertificate({ ...facts, ...by }, { address, logo: undefined }),
        [name, course_name, 'ऋतु मल्होत्रा'],
        address,
      )
    }
})
afterAll(async () => {
  await shop.server.stop()
  await rm(folder, { recursive: true })
})

/** Runs a program that must end well and say nothing on its second stream. */
function quiet(program: string, ...options: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, options, { encoding: 'utf8', maxBuffer: 1 << 28 })
  // MuPDF of Debian is built without colour profiles, and says so each time.
  const warnings = stderr.replace('warning: ICC support is not available\n', '')
  expect({ status, warnings }, `${program} ${options.join(' ')}`).toEqual({ status: 0, warnings: '' })
  return stdout
}

/** Letters, signs and digits alone: programs put spaces and line ends where they like. */
const bare = (text: string) => text.normalize('NFC').replace(/[\p{Z}\p{C}]/gu, '')
const missingIn = (text: string, { words }: Paper) => words.filter((one) => !bare(text).includes(bare(one)))
const isShaped = (text: string) => /[\p{Script=Devanagari}\p{Script=Tamil}]/u.test(text)

/** Reads each paper and returns the words that it did not find. */
async function lost(read: (paper: Paper) => string | Promise<string>): Promise<string[]> {
  const words: string[] = []
  for (const paper of papers) words.push(...missingIn(await read(paper), paper))
  return words
}

const wordCount = () => papers.flatMap(({ words }) => words).length
const pageCount = new Map<string, number>()
const POPPLER = debian('poppler-utils', 'poppler')
const MUPDF = debian('mupdf-tools', 'MuPDF')
const GHOSTSCRIPT = debian('ghostscript', 'Ghostscript')
const QPDF = debian('qpdf')

row(
  {
    part,
    program: POPPLER,
    did: 'opens every paper and copies its text',
    guess: 'Hindi and Marathi words come out in the order of their glyphs',
  },
  async () => {
    for (const { name, path } of papers) {
      pageCount.set(name, Number(/^Pages: +(\d+)/m.exec(quiet('pdfinfo', path))?.[1]))
      const fonts = quiet('pdffonts', path).split('\n').slice(2).filter(Boolean)
      for (const font of fonts) expect(font, name).toMatch(/ yes yes yes +\d+ +\d+$/)
    }
    expect(await lost(({ path }) => quiet('pdftotext', path, '-'))).toEqual([])
    return `${papers.length} papers open without a warning, every font is embedded in part and has a table of its letters, and all ${wordCount()} names, numbers and titles are found as they were written, by its reading of ActualText.`
  },
)

const copies: [typeof POPPLER, string, (paper: Paper) => string | Promise<string>][] = [
  [MUPDF, 'the same', ({ path }) => quiet('mutool', 'draw', '-q', '-F', 'txt', path)],
  [
    GHOSTSCRIPT,
    'the same',
    ({ path }) => quiet('gs', '-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=txtwrite', '-sOutputFile=-', path),
  ],
  [
    programs['pdfjs-dist'],
    'the same as poppler',
    async ({ path, name }) => {
      const { getDocument } = await load('pdfjs-dist/legacy/build/pdf.mjs')
      const task = getDocument({ data: new Uint8Array(await readFile(path)), useSystemFonts: false })
      const document = await task.promise
      if (pageCount.size > 0) expect(document.numPages).toBe(pageCount.get(name))
      let text = ''
      for (let number = 1; number <= document.numPages; number += 1) {
        const { items } = await (await document.getPage(number)).getTextContent()
        text += items.map((item: { str?: string }) => item.str ?? '').join('')
      }
      await task.destroy()
      return text
    },
  ],
]
for (const [program, guess, read] of copies)
  row({ part, program, did: 'opens every paper and copies its text', guess }, async () => {
    const words = await lost(read)
    expect(words.filter((one) => !isShaped(one))).toEqual([])
    const opened = `${papers.length} papers open without a warning, and every name, number and title in Latin letters is found.`
    if (words.length === 0) return `${opened} So are those in Devanagari and Tamil.`
    return {
      seen: `${opened} ${words.length} of ${wordCount()} words, all in Devanagari or Tamil, are not found as they were written.`,
      limit:
        'It does not read ActualText, which holds the letters of a glyph that stands for several. Copy from a browser on poppler or from Acrobat.',
    }
  })

row(
  { part, program: QPDF, did: 'checks the structure of every paper', guess: 'a cross-reference is off by a byte' },
  async () => {
    for (const { path, name } of papers) {
      expect(quiet('qpdf', '--check', path), name).toContain('No syntax or stream encoding errors found')
      if (pageCount.size > 0) expect(Number(quiet('qpdf', '--show-npages', path)), name).toBe(pageCount.get(name))
    }
    return `${papers.length} papers have no errors and no warnings; pages are as many as poppler counts.`
  },
)

/** Draws the first page in grey at so many dots an inch. */
const drawn = {
  poppler: (path: string, dots: number, to: string) =>
    quiet('pdftoppm', '-r', String(dots), '-gray', '-singlefile', path, to.replace('.pgm', '')),
  mupdf: (path: string, dots: number, to: string) =>
    quiet('mutool', 'draw', '-q', '-r', String(dots), '-c', 'gray', '-o', to, path, '1'),
  ghostscript: (path: string, dots: number, to: string) =>
    quiet(
      'gs',
      '-q',
      '-dNOPAUSE',
      '-dBATCH',
      '-dLastPage=1',
      '-sDEVICE=pgmraw',
      '-dTextAlphaBits=4',
      '-dGraphicsAlphaBits=4',
      `-r${dots}`,
      `-sOutputFile=${to}`,
      path,
    ),
}

/** Width, height and grey values of a PGM. */
async function greyOf(path: string) {
  const bytes = await readFile(path)
  const head = /^P5\s+(?:#[^\n]*\s+)?(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 200).toString('latin1'))
  if (!head) throw new Error(`${path} is no PGM`)
  return { width: Number(head[1]), height: Number(head[2]), grey: bytes.subarray(head[0].length) }
}

for (const [program, draw] of [
  [MUPDF, drawn.mupdf],
  [GHOSTSCRIPT, drawn.ghostscript],
] as const)
  row(
    {
      part,
      program: POPPLER.version ? program : POPPLER,
      did: 'draws every paper beside poppler',
      guess: 'a letter stands elsewhere, or has another shape',
    },
    async () => {
      let most = 0
      for (const { path, name } of papers) {
        const [one, other] = [join(folder, `${name}.one.pgm`), join(folder, `${name}.other.pgm`)]
        drawn.poppler(path, 50, one)
        draw(path, 50, other)
        const [first, second] = [await greyOf(one), await greyOf(other)]
        expect([Math.abs(first.width - second.width) <= 1, Math.abs(first.height - second.height) <= 1], name).toEqual([
          true,
          true,
        ])
        let sum = 0
        const [width, height] = [Math.min(first.width, second.width), Math.min(first.height, second.height)]
        for (let y = 0; y < height; y += 1)
          for (let x = 0; x < width; x += 1)
            sum += Math.abs((first.grey[y * first.width + x] ?? 0) - (second.grey[y * second.width + x] ?? 0))
        most = Math.max(most, sum / width / height / 255)
      }
      expect(most).toBeLessThan(0.05)
      return `${papers.length} first pages differ from poppler's by at most ${(most * 100).toFixed(1)} % of their grey at 50 dots an inch: by the edges of letters alone.`
    },
  )

const readers: [typeof POPPLER, (image: string) => string | undefined | Promise<string | undefined>][] = [
  [
    debian('zbar-tools', 'ZBar'),
    (image) =>
      spawnSync('zbarimg', ['-q', '--raw', '-Sdisable', '-Sqrcode.enable', image], { encoding: 'utf8' }).stdout.trim(),
  ],
  [
    programs['@techstark/opencv-js'],
    async (image) => {
      const cv = require('@techstark/opencv-js')
      // Its module has a `then` that passes on the module itself: awaiting it never ends.
      if (!cv.Mat) await new Promise<void>((resolve) => Object.assign(cv, { onRuntimeInitialized: () => resolve() }))
      const { width, height, grey } = await greyOf(image)
      const picture = new cv.Mat(height, width, cv.CV_8UC1)
      picture.data.set(grey.subarray(0, width * height))
      const [points, straight] = [new cv.Mat(), new cv.Mat()]
      return new cv.QRCodeDetector().detectAndDecode(picture, points, straight)
    },
  ],
  [
    programs.jsqr,
    async (image) => {
      const { width, height, grey } = await greyOf(image)
      const pixels = new Uint8ClampedArray(width * height * 4)
      for (let at = 0; at < width * height; at += 1)
        pixels.set([grey[at] ?? 0, grey[at] ?? 0, grey[at] ?? 0, 255], at * 4)
      const read = require('jsqr')
      return (read.default ?? read)(pixels, width, height)?.data
    },
  ],
  [
    programs['@zxing/library'],
    async (image) => {
      const zxing = require('@zxing/library')
      const { width, height, grey } = await greyOf(image)
      const source = new zxing.RGBLuminanceSource(
        Uint8ClampedArray.from(grey.subarray(0, width * height)),
        width,
        height,
      )
      const hints = new Map([[zxing.DecodeHintType.TRY_HARDER, true]])
      // As its readers for cameras do: what one way of telling black from white misses, another finds.
      for (const Binarizer of [zxing.HybridBinarizer, zxing.GlobalHistogramBinarizer])
        try {
          return new zxing.QRCodeReader().decode(new zxing.BinaryBitmap(new Binarizer(source)), hints).getText()
        } catch {}
      return undefined
    },
  ],
]

for (const [program, read] of readers)
  row(
    {
      part,
      program: POPPLER.version ? program : POPPLER,
      did: 'reads the codes of certificates and of a registered e-invoice from prints of 150 dots an inch',
      guess: 'the address of a certificate is read, and the code of a thousand signs is too dense',
    },
    async () => {
      const coded = papers.filter((one) => one.code)
      const unread: Paper[] = []
      for (const paper of coded) {
        const image = join(folder, `${paper.name}.pgm`)
        drawn.poppler(paper.path, 150, image)
        if ((await read(image)) !== paper.code) unread.push(paper)
      }
      const dense = coded.filter(({ code = '' }) => !code.startsWith('https:'))
      const signs = dense[0]?.code?.length
      if (unread.length === 0)
        return `All ${coded.length} codes were read to the letter, the e-invoice’s of ${signs} signs too.`
      expect(unread).toEqual(dense)
      expect(program).toBe(programs['@techstark/opencv-js'])
      return {
        seen: `All ${coded.length - 1} codes of certificates were read to the letter; the e-invoice’s of ${signs} signs is found, and its text is empty.`,
        limit: 'Read codes of e-invoices with ZBar, ZXing, jsQR or the app of the portal.',
      }
    },
  )

row(
  {
    part,
    program: POPPLER.version ? debian('python3-opencv', 'OpenCV') : POPPLER,
    did: 'reads the same codes',
    guess: 'what OpenCV finds it also reads',
  },
  async () => {
    const images = papers.filter(({ code }) => code).map(({ name }) => join(folder, `${name}.pgm`))
    for (const { path, name, code } of papers) if (code) drawn.poppler(path, 150, join(folder, `${name}.pgm`))
    const seen = python<[text: string, found: boolean][]>(DETECT, images)
    expect(seen.every(([, found]) => found)).toBe(true)
    expect(seen.every(([text]) => text === '')).toBe(true)
    return {
      seen: `All ${images.length} codes are found, and their text is empty: Debian builds it without the library that decodes.`,
      limit: 'Read codes with OpenCV from npm or PyPI, 4.8 or newer, which decodes by itself.',
    }
  },
)
const DETECT = `
import cv2, json, os, sys
images, out = json.load(sys.stdin), os.dup(1)
# The library prints a notice where the answer goes.
os.dup2(2, 1)
found = [cv2.QRCodeDetector().detectAndDecode(cv2.imread(image, cv2.IMREAD_GRAYSCALE)) for image in images]
os.write(out, json.dumps([[text, points is not None] for text, points, _ in found]).encode())
`
