import type { Steps, Work } from '../media/queue/upload-work.ts'
import { type AppliedLesson, applyPlan } from './folder-apply.ts'
import type { FolderPlan } from './folder-plan.ts'

/** A folder on its way into a course. */
export type FolderRun = Work & {
  course_id: string
  folder: string
  plan: FolderPlan
  /** Maps the path of each uploading file to its key in the queue. */
  keys: [path: string, key: string][]
}

type Host = {
  /** Reads the lessons of a course, changes them and saves them unless `change` answers none. Rejects when that did not work. */
  changeLessons(
    courseId: string,
    change: (stored: readonly AppliedLesson[]) => AppliedLesson[] | undefined,
  ): Promise<void>
  onDone(run: FolderRun): void
  /** Answers whether it is tried again: what was refused for what it says would be refused forever. */
  onFailed(run: FolderRun, error: unknown): boolean
}

/** Brings folders into courses: each lesson is saved when its file is in the library. */
export function folderSteps({ changeLessons, onDone, onFailed }: Host): Steps<FolderRun> {
  const placed = new Map<FolderRun, number>()
  return {
    uploadsOf: ({ keys }) => keys.map(([, key]) => key),
    step(run, { mediaOf, open, failed }) {
      const urls = new Map(
        run.keys.flatMap(([path, key]) => {
          const url = mediaOf(key)?.url
          return url === undefined ? [] : [[path, url] as const]
        }),
      )
      const isNew = urls.size !== placed.get(run)
      if (!isNew && open > 0) return undefined
      const place = async () => {
        if (isNew) await changeLessons(run.course_id, (stored) => applyPlan(run.plan, stored, urls))
        placed.set(run, urls.size)
        // A failed file may be retried, and then joins the course.
        if (open + failed > 0) return 'waits'
        onDone(run)
        return 'over'
      }
      // Its arrived files stay in the library.
      return place().catch((error) => (onFailed(run, error) ? 'waits' : 'over'))
    },
  }
}
