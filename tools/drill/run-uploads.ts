import { loadavg } from 'node:os'
import { openScratchDatabases } from '../../server/test/scratch-databases.ts'
import { openDrillServer } from './drill-server.ts'
import { drillUploads } from './uploads.ts'
import { drillUploadsPage } from './uploads-page.ts'

const GB = 1024 ** 3
const MB = 1024 ** 2

const mb = (bytes: number) => Math.round(bytes / MB)

type Run = (databaseUrl: string) => Promise<string[]>

/** `runs` times on a database of its own; what each violated is printed. */
async function inTurn(runs: number, run: Run): Promise<boolean> {
  const server = await openDrillServer()
  const databases = await openScratchDatabases(server.url, `drill_${process.pid}`)
  let held = true
  try {
    for (let turn = 0; turn < runs; turn++) {
      const violations = await run(await databases.create(`uploads_${turn}`))
      for (const violation of violations) console.log(`✗ ${violation}`)
      console.log(`${violations.length} violations`)
      held &&= violations.length === 0
    }
    return held
  } finally {
    await databases.close()
    await server.close()
  }
}

/** 100 files of 2 GB in all, one of 1 GB, through a server that is killed at 60 %; `runs` times. Chance has no part in it. */
export function uploads({ runs }: { runs: number }): Promise<boolean> {
  return inTurn(runs, async (databaseUrl) => {
    const drill = { databaseUrl, count: 100, bytes: 2 * GB, largest: GB, killAt: 0.6 }
    const { files, seconds, memory, violations } = await drillUploads(drill)
    console.table(files.filter(({ resent }) => resent > 0))
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    console.log(`${files.length} files, ${(bytes / GB).toFixed(2)} GB in ${Math.round(seconds)} s`)
    console.log(`server memory: ${mb(memory.before)} MB before, ${mb(memory.most)} MB at most`)
    return violations
  })
}

/** 100 files through the console in a real browser: its network lost five times, the server killed twice, the window closed once. */
export async function uploadsPage({ runs, megabytes }: { runs: number; megabytes: number }): Promise<boolean> {
  const browser = process.env.CHROMIUM_PATH
  if (!browser) {
    console.error('Name a Chromium in CHROMIUM_PATH.')
    return false
  }
  return inTurn(runs, async (databaseUrl) => {
    const bytes = megabytes * MB
    const drill = { databaseUrl, browser, count: 100, bytes, largest: bytes / 2 }
    const { count, seconds, beside, memory, blocked, violations, ...sums } = await drillUploadsPage(drill)
    console.log(`${count} files, ${(sums.bytes / GB).toFixed(2)} GB in ${Math.round(seconds)} s`)
    console.log(
      `${(beside / MB).toFixed(2)} MB went up beside the files: sent again, heads of requests, calls of the page`,
    )
    console.log(`server memory: ${mb(memory.before)} MB before, ${mb(memory.most)} MB at most`)
    console.log(
      `page's thread: blocked for ${Math.round(blocked.longest)} ms at most, ${blocked.over200} times over 200 ms`,
    )
    console.log(`load of the machine in the last minute: ${loadavg()[0]?.toFixed(1)}`)
    return violations
  })
}
