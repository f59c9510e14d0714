import { spawnSync } from 'node:child_process'

export const hasFfmpeg = (): boolean => spawnSync('ffmpeg', ['-version']).status === 0

/**
 * Creates a 720p video with sound and the maximum bitrate of each rung: patterns under noise. Its index is at the
 * start.
 */
export function makeFilm(path: string, seconds: number): void {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=1280x720:r=30:d=${seconds}`]
  const sound = ['-f', 'lavfi', '-i', `sine=f=330:d=${seconds}`]
  const coded = ['-vf', 'noise=alls=10:allf=t', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
  const rate = ['-b:v', '1800k', '-maxrate', '2000k', '-bufsize', '3600k', '-g', '60', '-c:a', 'aac', '-b:a', '96k']
  const args = ['-y', '-loglevel', 'error', ...picture, ...sound, ...coded, ...rate, '-movflags', '+faststart', path]
  const { status, stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr.slice(-500))
}
