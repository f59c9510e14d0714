import { type Rung, segmentSeconds } from 'contract/media/rungs'
import type { Hdr } from '../media/video-facts.ts'

/** Demuxer for each extension: ffmpeg must not choose by content. */
const READERS: Readonly<Record<string, string>> = {
  mp4: 'mov',
  mov: 'mov',
  '3gp': 'mov',
  webm: 'matroska',
  mkv: 'matroska',
  ogg: 'ogg',
  avi: 'avi',
}
const MOST_FRAMES = 60
/** Every segment needs a picture, and slides change seldom. */
const LEAST_FRAMES = 1
/** Luminance of white, and of the brightest highlight, in nits (ITU-R BT.2408). */
const [WHITE, BRIGHTEST] = [203, 1000]
const HDR_CURVES: Readonly<Record<Hdr, string>> = { hlg: 'arib-std-b67', pq: 'smpte2084' }

/** Builds the input options: only the file itself is opened, whatever it references. */
const inputOf = (source: string, before: readonly string[] = [], extension = source.split('.').at(-1) ?? '') => {
  const reader = READERS[extension]
  if (!reader) throw new Error('no reader for this file')
  const quiet = ['-nostdin', '-hide_banner', '-nostats', '-y', '-loglevel', 'info']
  return [...quiet, '-protocol_whitelist', 'file,pipe', ...before, '-f', reader, '-i', source]
}

const bare = ['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn']

type Picture = { width: number; height: number }

/** Builds the filters for a size in standard dynamic range: BT.709 for a video in HDR, else the source's own colours. */
function sized(
  { width, height }: Record<keyof Picture, number | string>,
  hdr: Hdr | null,
  to: 'video' | 'jpeg',
): string {
  const [matrix, range] = to === 'video' ? ['709', 'tv'] : ['170m', 'pc']
  if (!hdr) return `scale=${width}:${height}:out_range=${range}${to === 'jpeg' ? ':out_color_matrix=bt601' : ''}`
  return [
    `zscale=w=${width}:h=${height}:tin=${HDR_CURVES[hdr]}:pin=2020:min=2020_ncl:t=linear:npl=${WHITE}`,
    `format=gbrpf32le,zscale=p=709,tonemap=mobius:peak=${(BRIGHTEST / WHITE).toFixed(2)}`,
    `zscale=p=709:t=709:m=${matrix}:r=${range},format=yuv420p`,
  ].join(',')
}

/** Makes whole pictures of the fields that a camera marked as interlaced; passes all others on. */
const WHOLE = 'bwdif=mode=send_frame:deint=interlaced'

/** Fills whole pictures from 0 on at a steady rate; recordings of browsers claim 1,000 frames a second. */
const STEADY = [
  WHOLE,
  `fps=fps='if(lte(source_fps,${MOST_FRAMES}),max(source_fps,${LEAST_FRAMES}),${MOST_FRAMES})':start_time=0`,
].join(',')

/**
 * Fills the sound from 0 to the end. The encoder begins with 1,024 samples of its own: they replace the first of the
 * source, for players ignore an edit list that removes them.
 */
const soundOf = (kilobits: number, measured: readonly string[] = []) => [
  '-af',
  [...measured, 'aresample=48000:async=1:first_pts=0', 'atrim=start_sample=1024', 'apad'].join(','),
  '-c:a',
  'aac',
  '-b:a',
  `${kilobits}k`,
  '-ac',
  '2',
  '-ar',
  '48000',
]

/** Facts of the source; `seconds` from 0 to the end of its last track. */
type Output = { source: string; file: string; seconds: number; threads: number; hdr: Hdr | null }

/** Builds the output options of one file of fragments whose times are those of the source, without an edit list. */
const oneFile = ({ file, seconds }: Output) => [
  '-t',
  seconds.toFixed(3),
  '-f',
  'mp4',
  '-use_editlist',
  '0',
  '-movflags',
  '+frag_keyframe+empty_moov+default_base_moof+frag_discont',
  '-progress',
  'pipe:1',
  file,
]

/**
 * Builds the options of one quality: H.264 and AAC, a keyframe at the beginning of every segment. Both tracks fill every
 * segment from 0 to the end: a player stalls where only one of them is there.
 */
export function rungArgs(output: Output, rung: Rung): string[] {
  const { id, kilobits } = rung
  const filters = [STEADY, sized(rung, output.hdr, 'video'), 'setsar=1', 'tpad=stop=-1:stop_mode=clone']
  // Simple content takes less; the bound is the bandwidth.
  const rate = ['-crf', '23', '-maxrate', `${kilobits}k`, '-bufsize', `${kilobits * 2}k`]
  return [
    ...inputOf(output.source),
    '-map',
    '0:v:0',
    '-map',
    '0:a:0?',
    ...bare,
    '-vf',
    filters.join(','),
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-pix_fmt',
    'yuv420p',
    // Without B-frames the first picture is at 0 for every player, whatever it reads of an edit list.
    '-profile:v',
    'main',
    '-bf',
    '0',
    '-sc_threshold',
    '0',
    '-g',
    '9999',
    '-force_key_frames',
    `expr:gte(t,n_forced*${segmentSeconds(id)})`,
    ...rate,
    '-threads',
    String(output.threads),
    ...soundOf(Number(id) <= 240 ? 64 : 96),
    ...oneFile(output),
  ]
}

/** `container` is its extension, `copied` the codec of pictures that need no encoder. */
type Convert = Omit<Output, 'seconds'> & { container: string; copied: string | null }

/** Builds the options of a whole MP4 that browsers play. */
export function convertArgs({ source, container, copied, file, hdr, threads }: Convert): string[] {
  const even = { width: 'trunc(iw/2)*2', height: 'trunc(ih/2)*2' }
  const encoded = [
    '-vf',
    `${STEADY},${sized(even, hdr, 'video')}`,
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '20',
    '-pix_fmt',
    'yuv420p',
    '-threads',
    String(threads),
  ]
  return [
    ...inputOf(source, [], container),
    '-map',
    '0:v:0',
    '-map',
    '0:a:0?',
    ...bare,
    ...(copied ? ['-c:v', 'copy', ...(copied === 'hevc' ? ['-tag:v', 'hvc1'] : [])] : encoded),
    '-c:a',
    'aac',
    '-b:a',
    '160k',
    '-ac',
    '2',
    '-movflags',
    '+faststart',
    '-f',
    'mp4',
    '-progress',
    'pipe:1',
    file,
  ]
}

/** Builds the options of the sound alone, with an EBU R 128 measurement on the way. */
export function soundArgs(output: Output): string[] {
  return [
    ...inputOf(output.source),
    '-map',
    '0:a:0',
    '-vn',
    ...bare,
    ...soundOf(96, ['ebur128=framelog=verbose']),
    '-frag_duration',
    String(segmentSeconds('sound') * 1_000_000),
    ...oneFile(output),
  ]
}

/** Reads the loudness in LUFS from the output of `soundArgs`; undefined for silence. */
export function loudnessIn(shown: string): number | undefined {
  const found = Number([...shown.matchAll(/^\s*I:\s+(-?[\d.]+) LUFS/gm)].at(-1)?.[1] ?? Number.NaN)
  // The filter reports silence as its least value.
  return Number.isFinite(found) && found > -70 ? found : undefined
}

type Poster = Pick<Output, 'source' | 'file' | 'hdr'> & Picture & { second: number }

/** Builds the options of one image at a second. */
export function posterArgs({ source, file, hdr, second, ...sides }: Poster): string[] {
  return [
    ...inputOf(source, ['-ss', second.toFixed(2)]),
    '-map',
    '0:v:0',
    ...bare,
    '-an',
    '-frames:v',
    '1',
    '-vf',
    `${WHOLE},${sized(sides, hdr, 'jpeg')}`,
    '-q:v',
    '4',
    '-f',
    'image2',
    '-update',
    '1',
    file,
  ]
}

/** Builds the options of a sheet of small images; where its keyframes are as near as these, they alone are decoded. */
export function spriteArgs(
  source: string,
  file: string,
  { every, count, columns, ...sides }: Picture & { every: number; count: number; columns: number },
): string[] {
  const rows = Math.ceil(count / columns)
  // The last part is shorter than the others; of a very short video it is the only one.
  const sheet = `fps=1/${every}:start_time=0:eof_action=pass,${sized(sides, null, 'jpeg')},tile=${columns}x${rows}`
  return [
    ...inputOf(source, every >= 2 ? ['-skip_frame', 'nokey'] : []),
    '-map',
    '0:v:0',
    ...bare,
    '-an',
    '-vf',
    sheet,
    '-frames:v',
    '1',
    '-q:v',
    '6',
    '-f',
    'image2',
    '-update',
    '1',
    '-progress',
    'pipe:1',
    file,
  ]
}
