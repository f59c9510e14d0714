import { fill } from '../fill.ts'

/**
 * The library's kinds of files, in one table: server, console and documents read it. Type or name claims a kind, and
 * the content proves it. Apart from the calls, for code without schemas.
 */
export const MEDIA_KINDS = [
  'image',
  'video',
  'audio',
  'pdf',
  'archive',
  'office',
  'design',
  'text',
  'subtitles',
] as const

export type MediaKind = (typeof MEDIA_KINDS)[number]

type Row = {
  /** The name of one file of this kind. */
  noun: 'image' | 'video' | 'audio' | 'PDF' | 'ZIP' | 'office' | 'design' | 'text' | 'subtitle'
  /** Stored extensions, with the content type of each. */
  types: Readonly<Record<string, string>>
  /** Further accepted extensions; the content decides the stored one. */
  otherExtensions: readonly string[]
  /** Names of the formats for people. */
  formats: string
  /** Shown by browsers in the page; the others are only ever downloads. */
  inline: boolean
  /** The setting for the largest file, and its bytes unless set; pictures have a fixed size. */
  size: { setting: string | undefined; bytes: number }
}

const MB = 1024 * 1024
const OOXML = 'application/vnd.openxmlformats-officedocument'
const ODF = 'application/vnd.oasis.opendocument'

export const mediaKinds: Readonly<Record<MediaKind, Row>> = {
  image: {
    noun: 'image',
    types: {
      jpg: 'image/jpeg',
      jpeg: 'image/jpeg',
      png: 'image/png',
      gif: 'image/gif',
      webp: 'image/webp',
      avif: 'image/avif',
    },
    otherExtensions: [],
    formats: 'JPEG, PNG, GIF, or WEBP',
    inline: true,
    size: { setting: undefined, bytes: 5 * MB },
  },
  video: {
    noun: 'video',
    types: { mp4: 'video/mp4', webm: 'video/webm', ogg: 'video/ogg' },
    // The shop makes an MP4 of those that no browser plays.
    otherExtensions: ['m4v', 'ogv', 'mov', 'qt', 'mkv', '3gp', '3g2', 'avi'],
    formats: 'MP4, WebM, or OGG',
    inline: true,
    size: { setting: 'MAX_VIDEO_BYTES', bytes: 2048 * MB },
  },
  audio: {
    noun: 'audio',
    types: { mp3: 'audio/mpeg', m4a: 'audio/mp4', wav: 'audio/wav', flac: 'audio/flac', oga: 'audio/ogg' },
    otherExtensions: ['opus'],
    formats: 'MP3, M4A, WAV, FLAC, or Ogg audio',
    inline: true,
    size: { setting: 'MAX_AUDIO_BYTES', bytes: 512 * MB },
  },
  pdf: {
    noun: 'PDF',
    types: { pdf: 'application/pdf' },
    otherExtensions: [],
    formats: 'PDF',
    inline: true,
    size: { setting: 'MAX_PDF_BYTES', bytes: 200 * MB },
  },
  archive: {
    noun: 'ZIP',
    types: { zip: 'application/zip' },
    otherExtensions: [],
    formats: 'ZIP',
    inline: false,
    size: { setting: 'MAX_ARCHIVE_BYTES', bytes: 2048 * MB },
  },
  office: {
    noun: 'office',
    types: {
      docx: `${OOXML}.wordprocessingml.document`,
      xlsx: `${OOXML}.spreadsheetml.sheet`,
      pptx: `${OOXML}.presentationml.presentation`,
      odt: `${ODF}.text`,
      ods: `${ODF}.spreadsheet`,
      odp: `${ODF}.presentation`,
      csv: 'text/csv; charset=utf-8',
    },
    otherExtensions: [],
    formats: 'DOCX, XLSX, PPTX, ODT, ODS, ODP, or CSV',
    inline: false,
    size: { setting: 'MAX_OFFICE_BYTES', bytes: 200 * MB },
  },
  design: {
    noun: 'design',
    types: {
      psd: 'image/vnd.adobe.photoshop',
      ai: 'application/illustrator',
      sketch: 'application/x-sketch',
      svg: 'image/svg+xml',
    },
    otherExtensions: ['psb'],
    formats: 'PSD, AI, Sketch, or SVG',
    inline: false,
    size: { setting: 'MAX_DESIGN_BYTES', bytes: 1024 * MB },
  },
  text: {
    noun: 'text',
    types: { txt: 'text/plain; charset=utf-8', md: 'text/markdown; charset=utf-8' },
    otherExtensions: ['markdown'],
    formats: 'TXT or MD',
    inline: false,
    size: { setting: 'MAX_TEXT_BYTES', bytes: 10 * MB },
  },
  subtitles: {
    noun: 'subtitle',
    // SRT is stored as WebVTT, which players show.
    types: { vtt: 'text/vtt; charset=utf-8' },
    // The others are refused with the way to convert them.
    otherExtensions: ['srt', 'ass', 'ssa', 'ttml', 'dfxp', 'sub', 'sbv', 'smi', 'lrc'],
    formats: 'WebVTT or SRT',
    inline: true,
    size: { setting: 'MAX_SUBTITLES_BYTES', bytes: 2 * MB },
  },
}

/** Types by which browsers and senders claim a picture or a video, whatever the name says. */
const CLAIMED_TYPES: Readonly<Record<string, MediaKind>> = {
  'image/jpeg': 'image',
  'image/jpg': 'image',
  'image/png': 'image',
  'image/apng': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'video/mp4': 'video',
  'video/x-m4v': 'video',
  'video/webm': 'video',
  'video/ogg': 'video',
  'video/quicktime': 'video',
  'video/matroska': 'video',
  'video/x-matroska': 'video',
  'video/3gpp': 'video',
  'video/3gpp2': 'video',
  'video/avi': 'video',
  'video/msvideo': 'video',
  'video/x-msvideo': 'video',
  'video/vnd.avi': 'video',
  'audio/ogg': 'video',
  'application/ogg': 'video',
}

/** A width that we make of a picture; nobody sends one. */
const MADE_BY_US = 'avif'

/** The types that files of a kind may be sent as. */
export const typesTaken = (kind: MediaKind): string[] => [
  ...new Set(
    Object.entries(mediaKinds[kind].types)
      .filter(([extension]) => extension !== MADE_BY_US)
      .map(([, type]) => plainType(type)),
  ),
]

/** The extensions of everything that may be sent, or of one kind. */
export const extensionsTaken = (of?: MediaKind): string[] =>
  [...kindsByExtension].filter(([, kind]) => !of || kind === of).map(([extension]) => extension)

const kindsByExtension = new Map<string, MediaKind>(
  MEDIA_KINDS.flatMap((kind) =>
    [...Object.keys(mediaKinds[kind].types), ...mediaKinds[kind].otherExtensions].map(
      (extension) => [extension, kind] as const,
    ),
  ),
)
kindsByExtension.delete(MADE_BY_US)

const kindsByType = new Map<string, MediaKind>(
  MEDIA_KINDS.flatMap((kind) => typesTaken(kind).map((type) => [type, kind] as const)),
)

/** The last part of a name behind its dot, in small letters; empty without one. */
export function extensionOf(name: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** Returns the kind that a file claims: an image or a video by its type, everything else by its name, and without either by its type. */
export function claimedKind({ type, name }: { type: string; name: string }): MediaKind | undefined {
  const plain = plainType(type)
  const byName = kindsByExtension.get(extensionOf(name))
  if (Object.hasOwn(CLAIMED_TYPES, plain) && byName !== 'audio') return CLAIMED_TYPES[plain]
  // A type of another image or video is refused under any name.
  const foreign = plain.startsWith('video/') || (plain.startsWith('image/') && byName !== 'design')
  return foreign ? undefined : (byName ?? kindsByType.get(plain))
}

/** Returns the error of a file that is none of its kind; `undefined`: of no kind at all. */
export function typeMessage(kind: MediaKind): string {
  const { noun, formats } = mediaKinds[kind]
  return kind === 'pdf' || kind === 'archive'
    ? `Please upload a valid ${noun} file`
    : `Please upload a valid ${noun} file (${formats})`
}

export const megabytes = (bytes: number) => Math.floor(bytes / MB)

/** Returns the error of a file above its kind's size; `{size}` is replaced by its megabytes. */
export function sizeTemplate(kind: MediaKind) {
  const { noun } = mediaKinds[kind]
  const capital = `${noun[0]?.toUpperCase()}${noun.slice(1)}` as Capitalize<typeof noun>
  return `${capital} file is too large. Maximum size is {size}MB` as const
}

export const sizeMessage = (kind: MediaKind, bytes: number): string =>
  fill(sizeTemplate(kind), { size: megabytes(bytes) })

export const UNKNOWN_KIND_MESSAGE =
  'This kind of file is not accepted. Images, videos, audio, PDF, ZIP, office, design, text and subtitle files are.'

/** The type that a stored file is served with, and whether a browser may show it, by its extension and whatever is in it. */
export const servedTypes: ReadonlyMap<string, { kind: MediaKind; type: string; inline: boolean }> = new Map(
  MEDIA_KINDS.flatMap((kind) =>
    Object.entries(mediaKinds[kind].types).map(
      ([extension, type]) => [extension, { kind, type, inline: mediaKinds[kind].inline }] as const,
    ),
  ),
)

export function plainType(type: string): string {
  return type.split(';')[0]?.trim().toLowerCase() ?? ''
}

export const MAX_IMAGE_BYTES = mediaKinds.image.size.bytes
export const IMAGE_TYPE_MESSAGE = typeMessage('image')
export const IMAGE_SIZE_MESSAGE = sizeMessage('image', MAX_IMAGE_BYTES)
export const VIDEO_TYPE_MESSAGE = typeMessage('video')
