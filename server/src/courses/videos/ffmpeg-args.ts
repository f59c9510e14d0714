import type { Rung } from 'contract/media/rungs'

/** Demuxer for each extension: ffmpeg must not choose by content. */
const READERS: Readonly<Record<string, string>> = { mp4: 'mov', webm: 'matroska', ogg: 'ogg' }
const SEGMENT_SECONDS = 2

/** Builds the input options: only the file itself is opened, whatever it references. */
const inputOf = (source: string, before: readonly string[] = []) => {
  const reader = READERS[source.split('.').at(-1) ?? '']
  if (!reader) throw new Error('no reader for this file')
  const quiet = ['-nostdin', '-hide_banner', '-nostats', '-y', '-loglevel', 'info']
  return [...quiet, '-protocol_whitelist', 'file,pipe', ...before, '-f', reader, '-i', source]
}

const bare = ['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn']
const sound = (kilobits: number) => ['-c:a', 'aac', '-b:a', `${kilobits}k`, '-ac', '2', '-ar', '48000']
/** Builds the output options of one file with all segments, and its playlist. */
const oneFile = (file: string, playlist: string) => [
  ...['-f', 'hls', '-hls_time', String(SEGMENT_SECONDS), '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
  ...['-hls_flags', 'single_file+independent_segments', '-hls_segment_filename', file],
  ...['-progress', 'pipe:1', playlist],
]

type Output = { source: string; file: string; playlist: string; threads: number }

/** Builds the options of one quality: H.264 and AAC, a keyframe at the beginning of every segment. */
export function rungArgs({ source, file, playlist, threads }: Output, { id, width, height, kilobits }: Rung): string[] {
  // Simple content takes less; the bound is the bandwidth.
  const rate = ['-crf', '23', '-maxrate', `${kilobits}k`, '-bufsize', `${kilobits * 2}k`]
  return [
    ...inputOf(source),
    ...['-map', '0:v:0', '-map', '0:a:0?', ...bare],
    ...['-vf', `scale=${width}:${height},setsar=1`, '-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p'],
    ...['-profile:v', 'main', '-sc_threshold', '0', '-force_key_frames', `expr:gte(t,n_forced*${SEGMENT_SECONDS})`],
    ...[...rate, '-threads', String(threads)],
    ...sound(Number(id) <= 240 ? 64 : 96),
    ...oneFile(file, playlist),
  ]
}

/** Builds the options of the sound alone, with an EBU R 128 measurement on the way. */
export function soundArgs({ source, file, playlist }: Output): string[] {
  return [
    ...inputOf(source),
    ...['-map', '0:a:0', '-vn', ...bare, '-af', 'ebur128=framelog=verbose'],
    ...sound(96),
    ...oneFile(file, playlist),
  ]
}

/** Reads the loudness in LUFS from the output of `soundArgs`; undefined for silence. */
export function loudnessIn(said: string): number | undefined {
  const found = Number([...said.matchAll(/^\s*I:\s+(-?[\d.]+) LUFS/gm)].at(-1)?.[1] ?? Number.NaN)
  // It reports silence as its least value.
  return Number.isFinite(found) && found > -70 ? found : undefined
}

type Picture = { width: number; height: number }

/** Builds the options of one image at a second. */
export function posterArgs(source: string, file: string, { width, height }: Picture, second: number): string[] {
  return [
    ...inputOf(source, ['-ss', second.toFixed(2)]),
    ...['-map', '0:v:0', ...bare, '-an', '-frames:v', '1', '-vf', `scale=${width}:${height}`, '-q:v', '4'],
    ...['-f', 'image2', '-update', '1', file],
  ]
}

/** Builds the options of a sheet of small images; with a keyframe every two seconds, these alone are decoded. */
export function spriteArgs(
  source: string,
  file: string,
  { every, count, columns, width, height }: Picture & { every: number; count: number; columns: number },
): string[] {
  const sheet = `fps=1/${every}:start_time=0,scale=${width}:${height},tile=${columns}x${Math.ceil(count / columns)}`
  return [
    ...inputOf(source, every >= SEGMENT_SECONDS ? ['-skip_frame', 'nokey'] : []),
    ...['-map', '0:v:0', ...bare, '-an', '-vf', sheet, '-frames:v', '1', '-q:v', '6'],
    ...['-f', 'image2', '-update', '1', '-progress', 'pipe:1', file],
  ]
}
