import { loadavg } from 'node:os'
import { MB } from '../processes.ts'
import type { Drill, Scenario } from '../shop.ts'
import { drillForeignFiles, linesOf } from './foreign-files.ts'
import { drillMediaMove } from './media-move.ts'
import { drillUploads } from './uploads.ts'
import { drillUploadsPage } from './uploads-page.ts'

const GB = 1024 * MB
const mb = (bytes: number) => Math.round(bytes / MB)

/** Files arrive whole, stay whole, and harm nobody. */
export const files = {
  uploads: { full: 1, about: '100 files of 2 GB through a server that is killed, N times', play: uploads },
  'uploads-page': {
    full: 1,
    about: '100 files through a real browser that loses line, server and window, N times',
    play: uploadsPage,
  },
  'foreign-files': { full: 9, about: 'hostile files of N MB by each door', play: foreignFiles },
  'media-move': { full: 5, about: 'N thousand files to a bucket and back', play: mediaMove },
} satisfies Record<string, Scenario>

async function uploads({ site, runs }: Drill): Promise<string[]> {
  const all: string[] = []
  for (let turn = 0; turn < runs; turn++) {
    const drill = { count: 100, bytes: 2 * GB, largest: GB, killAt: 0.6 }
    const { files, seconds, memory, violations } = await drillUploads(site, drill)
    console.table(files.filter(({ resent }) => resent > 0))
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    console.log(`${files.length} files, ${(bytes / GB).toFixed(2)} GB in ${Math.round(seconds)} s`)
    console.log(`server memory: ${mb(memory.before)} MB before, ${mb(memory.most)} MB at most`)
    all.push(...violations)
  }
  return all
}

/** The network is lost five times, the server killed twice, the window closed once. */
async function uploadsPage({ site, runs, megabytes }: Drill): Promise<string[]> {
  const browser = process.env.CHROMIUM_PATH
  if (!browser) throw new Error('name a Chromium in CHROMIUM_PATH')
  const all: string[] = []
  for (let turn = 0; turn < runs; turn++) {
    const bytes = megabytes * MB
    const drill = { browser, count: 100, bytes, largest: bytes / 2 }
    const { count, seconds, beside, memory, blocked, violations, ...sums } = await drillUploadsPage(site, drill)
    console.log(`${count} files, ${(sums.bytes / GB).toFixed(2)} GB in ${Math.round(seconds)} s`)
    console.log(
      `${(beside / MB).toFixed(2)} MB went up beside the files: sent again, heads of requests, calls of the page`,
    )
    console.log(`server memory: ${mb(memory.before)} MB before, ${mb(memory.most)} MB at most`)
    console.log(
      `page's thread: blocked for ${Math.round(blocked.longest)} ms at most, ${blocked.over200} times over 200 ms`,
    )
    console.log(`load of the machine in the last minute: ${loadavg()[0]?.toFixed(1)}`)
    all.push(...violations)
  }
  return all
}

async function foreignFiles({ site, runs }: Drill): Promise<string[]> {
  const found = await drillForeignFiles(site, { megabytes: runs })
  const rounded = (round: (typeof found.rounds)[number]) => ({
    ...round,
    seconds: Number(round.seconds.toFixed(1)),
    cpuMs: Math.round(round.cpuMs),
    delayMs: Math.round(round.delayMs),
  })
  console.table(found.rounds.map(rounded))
  for (const line of linesOf(found)) console.log(line)
  return found.violations
}

async function mediaMove({ site, runs }: Drill): Promise<string[]> {
  const { failures, said, ...sums } = await drillMediaMove(site, { files: runs * 1_000 })
  console.log(`${sums.files} files of ${sums.megabytes.toFixed(1)} MB, ${sums.store}, ${sums.kills} kills`)
  for (const line of said) console.log(`last run: ${line}`)
  console.log(`${sums.reads} reads meanwhile`)
  return failures
}
