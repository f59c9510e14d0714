import { openScratchDatabases } from '../../server/test/scratch-databases.ts'
import { type ReadCost, walkBigCourse } from '../../server/test/walk-reads.ts'
import { openDrillServer } from './drill-server.ts'

/** `runs` thousand students of one course: blocks and milliseconds of each list, report and export, with statistics fresh and stale. */
export async function bigCourse({ runs }: { runs: number }): Promise<boolean> {
  const server = await openDrillServer()
  const databases = await openScratchDatabases(server.url, `drill_${process.pid}`)
  const walk = async (stale: boolean) => {
    const databaseUrl = await databases.create(stale ? 'stale' : 'fresh')
    return walkBigCourse({ databaseUrl, students: runs * 1_000, stale })
  }
  try {
    const [fresh, stale] = [await walk(false), await walk(true)]
    const ofRead = ({ blocks, ms, status }: ReadCost) => (status === 200 ? `${blocks} in ${Math.round(ms)} ms` : status)
    console.table(
      fresh.map((cost, at) => ({
        ...{ read: cost.read, page: cost.page, rows: cost.rows },
        ...{ fresh: ofRead(cost), stale: ofRead(stale[at] ?? cost) },
      })),
    )
    const failed = [...fresh, ...stale].filter(({ status }) => status !== 200)
    console.log(`${runs * 1_000} students, ${fresh.length} reads twice, ${failed.length} failed`)
    return failed.length === 0
  } finally {
    await databases.close()
    await server.close()
  }
}
