import type { UploadQueue } from '../media/queue/upload-queue.ts'
import type { FileSource, UploadItem } from '../media/queue/upload-types.ts'
import { type AppliedLesson, applyPlan, filesToUpload } from './folder-apply.ts'
import type { FolderPlan } from './folder-plan.ts'

/** A folder on its way into a course, as it outlives a restart. */
export type FolderRun = {
  course_id: string
  folder: string
  plan: FolderPlan
  /** Maps the path of each uploading file to its key in the queue. */
  keys: [path: string, key: string][]
}

export type FolderReport = { course_id: string; folder: string; lessons: number }

type Host = {
  queue: Pick<UploadQueue, 'add' | 'view' | 'subscribe' | 'taken'>
  /** Reads the lessons of a course, changes them and saves them unless `change` answers none. Rejects when that did not work. */
  changeLessons(
    courseId: string,
    change: (stored: readonly AppliedLesson[]) => AppliedLesson[] | undefined,
  ): Promise<void>
  keep(runs: readonly FolderRun[]): void
  onDone(report: FolderReport): void
  /** Answers whether it is tried again: what was refused for what it says would be refused forever. */
  onFailed(run: FolderRun, error: unknown): boolean
}

/** Lessons are saved as their files arrive, so often at most. */
const EVERY_MS = 3_000

const hasArrived = ({ state }: UploadItem) => state === 'done' || state === 'duplicate'

export type FolderRuns = ReturnType<typeof createFolderRuns>

/** Brings folders into courses: their files go up by the queue, and each lesson is saved when its file is there. */
export function createFolderRuns(host: Host) {
  const { queue } = host
  let runs: FolderRun[] = []
  const placed = new Map<FolderRun, number>()
  const busy = new Set<FolderRun>()

  const filesOf = (run: FolderRun) => {
    const items = new Map(queue.view().items.map((item) => [item.key, item]))
    const urls = new Map<string, string>()
    let [open, failed, here] = [0, 0, 0]
    for (const [path, key] of run.keys) {
      const item = items.get(key)
      if (item) here += 1
      if (item?.media && hasArrived(item)) urls.set(path, item.media.url)
      else if (item?.state === 'failed') failed += 1
      else if (item) open += 1
    }
    return { urls, open, failed, here }
  }

  async function place(run: FolderRun): Promise<void> {
    const { urls, open, failed, here } = filesOf(run)
    // It is the queue of another tab that has its files.
    if (run.keys.length > 0 && here === 0) return
    const isNew = urls.size !== placed.get(run)
    if (busy.has(run) || (!isNew && open > 0)) return
    busy.add(run)
    try {
      if (isNew) await host.changeLessons(run.course_id, (stored) => applyPlan(run.plan, stored, urls))
      placed.set(run, urls.size)
      // A failed file may be retried, and then joins the course.
      if (open === 0 && failed === 0) {
        end(run)
        host.onDone({ course_id: run.course_id, folder: run.folder, lessons: run.plan.lessons.length })
      }
    } catch (error) {
      // Its arrived files stay in the library.
      if (!host.onFailed(run, error)) end(run)
    } finally {
      setTimeout(() => {
        busy.delete(run)
        look()
      }, EVERY_MS)
    }
  }

  function end(run: FolderRun): void {
    runs = runs.filter((other) => other !== run)
    host.keep(runs)
    for (const [, key] of run.keys) queue.taken(key)
  }

  function look(): void {
    for (const run of runs) void place(run)
  }
  const stop = queue.subscribe(look)

  return {
    stop,
    /** Goes on with what an earlier visit has left. */
    goOn(left: readonly FolderRun[]): void {
      if (left.length === 0) return
      runs = [...left, ...runs]
      host.keep(runs)
      look()
    },
    /** Begins with a plan; `sources` are the files by path. */
    start(course_id: string, folder: string, plan: FolderPlan, sources: ReadonlyMap<string, FileSource>): void {
      const files = filesToUpload(plan).flatMap(({ path }) => {
        const source = sources.get(path)
        return source ? [{ path, source }] : []
      })
      const keys = queue.add(
        files.map(({ source }) => source),
        { awaited: 'lesson' },
      )
      const run = { course_id, folder, plan, keys: files.map(({ path }, n): [string, string] => [path, keys[n] ?? '']) }
      runs = [...runs, run]
      host.keep(runs)
      look()
    },
  }
}
