import sharp from 'sharp'
import { bombPng, gifOfFrames, picture, pngOfSize, video, withChunk } from './upload-files.ts'

/**
 * The expected result for a file uploaded as an image: refused by type, by size, as broken, or re-encoded without
 * extras.
 */
type AsPicture = 'type' | 'size' | 'broken' | 'clean' | 'broken or clean'
/** The expected result for one uploaded as a video: refused by type, or stored where nothing in it can run. */
type AsVideo = 'type' | 'cut off' | 'no MP4' | 'kept'

export type HostileFile = {
  what: string
  /** The sender's file name. */
  name: string
  asPicture: AsPicture
  asVideo: AsVideo
  make: () => Promise<Buffer> | Buffer
}

/** Part of every file with a payload; no stored image may contain it. */
export const MARK = 'HOSTILE-MARK'
const SCRIPT = `<script>alert('${MARK}')</script>`

const latin = (text: string) => Buffer.from(text, 'latin1')
const padded = (start: string, bytes = 600) => Buffer.concat([latin(start), Buffer.alloc(bytes)])
const tail = async (file: Promise<Buffer> | Buffer, text: string) => Buffer.concat([await file, latin(text)])
const noise = (format: 'jpeg' | 'png' | 'webp' | 'gif') => picture(format, { width: 300, height: 300 })

/** Files of a kind that nobody may store, whatever their names. */
const foreign: [what: string, name: string, bytes: Buffer][] = [
  ['an ELF program', 'a.png', padded('\x7fELF\x02\x01\x01')],
  ['a Windows program', 'setup.png', padded('MZ\x90\0')],
  ['a Mach-O program', 'a.mp4', padded('\xcf\xfa\xed\xfe')],
  ['a shell script', 'a.png', latin(`#!/bin/sh\necho ${MARK}\n`)],
  ['a zip', 'a.jpg', padded('PK\x03\x04\x14\0\0\0')],
  ['a Word document', 'a.png', padded('PK\x03\x04\x14\0\x06\0[Content_Types].xml')],
  ['a rar', 'a.gif', padded('Rar!\x1a\x07\x01\0')],
  ['a 7z', 'a.webp', padded("7z\xbc\xaf'\x1c")],
  ['a gzip', 'a.png', padded('\x1f\x8b\x08\0')],
  ['a PDF with script', 'a.png', latin(`%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(${MARK})>>>>endobj`)],
  ['HTML', 'page.png', latin(`<!doctype html>${SCRIPT}`)],
  ['HTML behind a byte order mark', 'page.jpg', latin(`\xef\xbb\xbf<html>${SCRIPT}</html>`)],
  [
    'XML with an entity',
    'a.png',
    latin('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
  ],
  ['an SVG', 'a.png', latin(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`)],
  [
    'an SVG with a prolog',
    'a.webp',
    latin(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`),
  ],
  [
    'an MVG',
    'a.png',
    latin("push graphic-context\nviewbox 0 0 9 9\nfill 'url(https://127.0.0.1/a|id)'\npop graphic-context"),
  ],
  ['PostScript', 'a.jpg', latin('%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(%pipe%id) (r) file')],
  ['JavaScript', 'a.png', latin(`alert('${MARK}')`)],
  ['PHP', 'a.php.png', latin(`<?php echo '${MARK}'; ?>`)],
  ['nothing', 'a.png', Buffer.alloc(0)],
  ['one byte', 'a.png', latin('\x89')],
  ['half a magic number', 'a.png', latin('\x89PN')],
  ['a TIFF', 'a.png', padded('II*\0\x08\0\0\0')],
  ['a BMP', 'a.png', padded('BM\x46\0\0\0')],
  ['an icon', 'a.png', padded('\0\0\x01\0\x01\0')],
  ['a Photoshop file', 'a.png', padded('8BPS\0\x01')],
  ['a HEIC', 'a.jpg', padded('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
  ['an AVIF', 'a.webp', padded('\0\0\0\x1cftypavif\0\0\0\0avifmif1')],
  ['a WAV', 'a.webp', padded('RIFF\x24\0\0\0WAVEfmt ')],
  ['an MP3', 'a.mp4', padded('ID3\x03\0\0\0\0\0\x0a')],
  ['a FLAC', 'a.ogg', padded('fLaC\0\0\0\x22')],
  ['Matroska', 'a.webm', latin('\x1a\x45\xdf\xa3\x8b\x42\x82\x88matroska')],
  ['Flash video', 'a.mp4', padded('FLV\x01\x05\0\0\0\x09')],
  ['a playlist', 'a.mp4', latin('#EXTM3U\n#EXTINF:9,\nhttp://127.0.0.1:22/\n')],
  ['sound in MP4', 'a.mp4', padded('\0\0\0\x18ftypM4A \0\0\0\0M4A mp42')],
]

export const hostileFiles: readonly HostileFile[] = [
  ...foreign.map(
    ([what, name, bytes]): HostileFile => ({
      what,
      name,
      asPicture: 'type',
      asVideo: 'type',
      make: () => bytes,
    }),
  ),
  {
    what: 'an AVI',
    name: 'a.mp4',
    asPicture: 'type',
    asVideo: 'no MP4',
    make: () => padded('RIFF\x24\0\0\0AVI LIST'),
  },
  {
    what: 'an MP4 whose box has no end',
    name: 'a.mp4',
    asPicture: 'type',
    asVideo: 'cut off',
    make: () => tail(video('mp4', 0), '\xff\xff\xff\xffmoov'),
  },
  {
    what: 'a QuickTime film',
    name: 'a.mp4',
    asPicture: 'type',
    asVideo: 'cut off',
    make: () => latin('\0\0\0\x14ftypqt  \0\0\0\0qt  '),
  },
  ...(
    [
      ['a GIF with script behind it', '../../page.html', 'clean', () => tail(noise('gif'), SCRIPT)],
      ['a JPEG with HTML behind it', '<script>.jpg', 'clean', () => tail(noise('jpeg'), `<html>${SCRIPT}`)],
      ['a JPEG with a photo editor’s data', 'a.jpg', 'clean', () => withExif()],
      ['a PNG with PHP behind it', 'shell.php', 'clean', () => tail(noise('png'), `<?php system('${MARK}') ?>`)],
      [
        'a PNG with script in its text',
        'a.png\u202egnp.exe',
        'clean',
        async () => withChunk(await noise('png'), 'tEXt', latin(`Comment\0${SCRIPT}`)),
      ],
      ['a PNG with a zip behind it', '.htaccess', 'clean', () => tail(noise('png'), `PK\x03\x04${MARK}`)],
      ['a PNG that unpacks to 100 MB', 'a.png', 'broken or clean', () => bombPng(50)],
      ['a PNG of 100 million pixels', 'a.png', 'broken', () => blank(10_000, 10_000)],
      [
        'a PNG that claims 2 thousand million pixels a side',
        'a.png',
        'broken',
        async () => claiming(await noise('png')),
      ],
      ['a GIF of 10,000 pictures', 'a.gif', 'broken', () => gifOfFrames(10_000)],
      ['a JPEG cut off', 'a.jpg', 'broken', async () => (await noise('jpeg')).subarray(0, 3_000)],
      ['a PNG cut off', 'a.png', 'broken', async () => (await noise('png')).subarray(0, 20_000)],
      ['a WebP cut off', 'a.webp', 'broken', async () => (await noise('webp')).subarray(0, 3_000)],
      ['the beginning of a PNG alone', 'a.png', 'broken or type', () => latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
      ['a PNG with a wrong checksum', 'a.png', 'broken or clean', async () => damaged(await noise('png'))],
      ['a PNG of more than 5 MB', 'a.png', 'size', () => pngOfSize(5 * 1024 * 1024 + 1)],
    ] as const
  ).map(([what, name, asPicture, make]): HostileFile => {
    const expected = asPicture === 'broken or type' ? 'broken' : asPicture
    return { what, name, asPicture: expected, asVideo: 'type', make }
  }),
  ...(
    [
      ['an MP4 with HTML behind it', 'page.html', () => tail(video('mp4'), SCRIPT)],
      ['an MP4 whose boxes hold each other', 'a.mp4', () => Buffer.concat([video('mp4', 0), nested(2_000)])],
      ['a WebM with script in it', '../../../etc/passwd', () => tail(video('webm'), SCRIPT)],
      ['an Ogg of next to nothing', 'CON.ogg', () => video('ogg', 40)],
    ] as const
  ).map(([what, name, make]): HostileFile => ({ what, name, asPicture: 'type', asVideo: 'kept', make })),
]

async function withExif(): Promise<Buffer> {
  return sharp(await noise('jpeg'))
    .withExif({ IFD0: { ImageDescription: SCRIPT }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '19/1 41/1 0/1' } })
    .toBuffer()
}

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()

/** Returns the same image with other dimensions in its header. */
function claiming(png: Buffer): Buffer {
  const copy = Buffer.from(png)
  copy.writeUInt32BE(0x7fffffff, 16)
  copy.writeUInt32BE(0x7fffffff, 20)
  return copy
}

function damaged(png: Buffer): Buffer {
  const copy = Buffer.from(png)
  copy.writeUInt8(copy.readUInt8(2_000) ^ 0xff, 2_000)
  return copy
}

/** Returns nested boxes of an MP4. */
function nested(depth: number): Buffer {
  return Buffer.concat(
    Array.from({ length: depth }, (_, level) => {
      const box = Buffer.from('\0\0\0\0moov', 'latin1')
      box.writeUInt32BE((depth - level) * 8)
      return box
    }),
  )
}
