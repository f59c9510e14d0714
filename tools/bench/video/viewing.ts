import { once } from 'node:events'
import { cpuSeconds, memoryMb, startHelper, startServerHelper } from '../processes.ts'
import type { Figure } from '../report.ts'
import type { Student } from '../stand.ts'
import { lessonOf } from './lessons.ts'
import type { ViewingPlan, ViewingResult } from './viewers.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
const BITS_PER_SECOND = 2_000_000
const WARM_SECONDS = 6
const RUNG = '720'

type Viewing = {
  shop: { url: string; pid: number }
  film: string
  students: readonly Student[]
  courseId: string
}

/**
 * Measures students who watch at 2 Mbit/s each, with their own signatures, against a bare server that returns the same
 * ranges.
 */
export async function viewerFigures({ shop, film, students, courseId }: Viewing): Promise<Figure[]> {
  const files: string[] = []
  for (const { token } of students) {
    const { video } = await lessonOf(shop, token, courseId)
    if (!video?.playlist) throw new Error('the lesson has no set')
    files.push(shop.url + video.playlist.replace('_index.m3u8', `_${RUNG}.mp4`))
  }
  const playlist = await (await fetch(files[0]?.replace('.mp4?', '.m3u8?') ?? '')).text()
  const segments = [...playlist.matchAll(/^#EXT-X-BYTERANGE:(\d+)@(\d+)$/gm)].map(([, bytes, at]) => {
    return { at: Number(at), bytes: Number(bytes) }
  })
  const bare = await startServerHelper('./video/file-server.ts', { FILE: film })
  const viewers = startHelper('./video/viewers.ts')
  const watch = async (server: { pid: number }, files: string[], seconds: number) => {
    const plan: ViewingPlan = { files, segments, bitsPerSecond: BITS_PER_SECOND, seconds }
    const before = { cpu: cpuSeconds(server.pid), memory: memoryMb(server.pid), at: performance.now() }
    let most = before.memory
    const timer = setInterval(() => {
      most = Math.max(most, memoryMb(server.pid))
    }, 500)
    viewers.child.send(plan)
    const [result] = (await once(viewers.child, 'message')) as [ViewingResult]
    clearInterval(timer)
    const core = (100 * (cpuSeconds(server.pid) - before.cpu) * 1000) / (performance.now() - before.at)
    return { ...result, core, before: before.memory, most, after: memoryMb(server.pid) }
  }
  // The video and the rung differ in length; the ranges exist in both.
  const theirs = files.map(() => bare.url)
  try {
    await watch(bare, theirs, WARM_SECONDS)
    await watch(shop, files, WARM_SECONDS)
    const reference = await watch(bare, theirs, SECONDS)
    const ours = await watch(shop, files, SECONDS)
    const said = ({ core, bytes, errors, p50, p99, late }: typeof ours) =>
      `${core.toFixed(1)} % of a core, ${((bytes * 8) / SECONDS / 1e6).toFixed(0)} Mbit/s, p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms a segment, ${late} late, ${errors} errors`
    const memory = ({ before, most, after }: typeof ours) =>
      `${before.toFixed(0)} MB before, ${most.toFixed(0)} at most, ${after.toFixed(0)} after`
    return [
      {
        figure: `${students.length} students watch at 2 Mbit/s each for ${SECONDS} s: the shop's process`,
        ...{ ours: said(ours), reference: said(reference), ratio: ours.core / reference.core },
        ...{ bound: 'at most 10 % of a core, no error', ok: ours.core <= 10 && ours.errors === 0 },
      },
      {
        figure: 'its memory meanwhile',
        ...{
          ours: memory(ours),
          reference: memory(reference),
          bound: 'flat: at most 20 MB more',
          ok: ours.most - ours.before <= 20,
        },
      },
    ]
  } finally {
    await viewers.stop()
    await bare.stop()
  }
}
