import type { QueryClient } from '@tanstack/react-query'
import { errorText, isApiError } from '../../api/client.ts'
import { isRefused } from '../../shared/forms/use-action-form.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { countText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { refetchLessons } from '../content/content.queries.ts'
import { drafts } from '../forms/editor-drafts.ts'
import { adminClient, withETag } from '../host/admin-api.ts'
import type { Platform } from '../host/platform.tsx'
import { adminQueue, queueRestored } from '../media/queue/admin-queue.ts'
import type { AppliedLesson } from './folder-apply.ts'
import type { PlannedLesson } from './folder-plan.ts'
import { createFolderRuns, type FolderRun, type FolderRuns } from './folder-run.ts'
import { asApplied } from './stored-lessons.ts'

const KEPT = 'folder-runs'
/** Others may save the same lessons at the same time. */
const MOST_TRIES = 5

let runs: FolderRuns | undefined
const listeners = new Set<(courseId: string) => void>()

/** Calls `listener` when lessons of a course were saved by a folder that goes into it. Answers how to stop. */
export function onLessonsAdded(listener: (courseId: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The folders on their way into courses in this window; what an earlier visit has left goes on. */
export function adminFolderRuns(platform: Platform, queries: QueryClient): FolderRuns {
  runs ??= make(platform, queries)
  return runs
}

function make(platform: Platform, queries: QueryClient): FolderRuns {
  const queue = adminQueue(platform)
  // Hundreds of files of an earlier visit take long to find again: a new folder does not wait for them.
  const left = Promise.all([drafts.read<FolderRun[]>(KEPT), queueRestored()]).then(
    ([draft]) => (draft?.values ?? []).map(asNow),
    () => [],
  )
  const made = createFolderRuns({
    queue,
    async changeLessons(courseId, change) {
      await saveLessons(courseId, change)
      void refetchLessons(queries)
      for (const listener of listeners) listener(courseId)
    },
    // Those of an earlier visit are read before they are written over.
    async keep(saved) {
      await left
      if (saved.length > 0) await drafts.write(KEPT, { values: saved, etag: undefined, kept_at: shopNow().getTime() })
      else await drafts.remove(KEPT)
    },
    onDone: ({ folder, lessons }) =>
      toast.success(`${folder} is in the course`, { description: `${countText(lessons, 'lesson')}.` }),
    onFailed({ folder }, error) {
      // Others who save at the same time are done some time.
      const again = !isRefused(error) || error.code === 'edit_conflict'
      const what = `The lessons of ${folder} could not be saved.`
      if (again) toast.error(`${what} We try again.`, { id: 'folder-run', description: errorText(error, '') })
      else
        toast.error(what, {
          id: 'folder-run',
          description: `${errorText(error, '')}. Its files are in your library. Change what is said here, then add the folder again.`,
        })
      return again
    },
  })
  void left.then(made.goOn)
  return made
}

/** A run that 0.4 began calls the file of a lesson its video. */
function asNow(run: FolderRun): FolderRun {
  type Older = { video?: PlannedLesson['main'] }
  const lessons = run.plan.lessons.map((lesson: PlannedLesson & Older) => ({
    ...lesson,
    main: lesson.main ?? lesson.video,
  }))
  return { ...run, plan: { ...run.plan, lessons } }
}

async function saveLessons(
  id: string,
  change: (stored: readonly AppliedLesson[]) => AppliedLesson[] | undefined,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { data, etag } = await withETag((options) => adminClient.learning.adminGetContent({ id }, options))
    const content = change(data.content.map(asApplied))
    if (!content) return
    try {
      await adminClient.learning.addContent({
        params: { id },
        headers: etag === undefined ? {} : { 'if-match': etag },
        body: { course_id: id, content },
      })
      return
    } catch (error) {
      if (!isApiError(error) || error.code !== 'edit_conflict' || attempt === MOST_TRIES) throw error
    }
  }
}
