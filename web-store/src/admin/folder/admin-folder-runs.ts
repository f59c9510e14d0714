import type { QueryClient } from '@tanstack/react-query'
import { errorText, isApiError } from '../../api/client.ts'
import { randomKey } from '../../api/random-key.ts'
import { isRefused } from '../../shared/forms/use-action-form.ts'
import { countText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient, withETag } from '../host/admin-api.ts'
import type { PickedFile, Platform } from '../host/platform.tsx'
import { readAgain } from '../kit/call.ts'
import { adminQueue } from '../media/queue/admin-queue.ts'
import { adminUploadWork } from '../media/queue/admin-upload-work.ts'
import type { UploadWork } from '../media/queue/upload-work.ts'
import { type AppliedLesson, asApplied, filesToUpload } from './folder-apply.ts'
import { type FolderRun, folderSteps } from './folder-run.ts'

/** Others may save the same lessons at the same time. */
const MOST_TRIES = 5

let runs: UploadWork<FolderRun> | undefined
const listeners = new Set<(courseId: string) => void>()

/** Calls `listener` when lessons of a course were saved by a folder that goes into it. Answers how to stop. */
export function onLessonsAdded(listener: (courseId: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The folders on their way into courses in this window; what an earlier visit has left goes on. */
export function adminFolderRuns(platform: Platform, queries: QueryClient): UploadWork<FolderRun> {
  runs ??= adminUploadWork(
    'folder-runs',
    platform,
    folderSteps({
      async changeLessons(courseId, change) {
        await saveLessons(courseId, change)
        void readAgain(queries, adminApi.learning.addContent, [adminApi.media.key(), adminApi.courses.key()])
        for (const listener of listeners) listener(courseId)
      },
      onDone: ({ folder, plan }) =>
        toast.success(`${folder} is in the course`, { description: `${countText(plan.lessons.length, 'lesson')}.` }),
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
    }),
  )
  return runs
}

/** Begins with a plan: its files go up, and answers how many. `sources` are the files by path. */
export function startFolderRun(
  { platform, queries }: { platform: Platform; queries: QueryClient },
  run: Pick<FolderRun, 'course_id' | 'folder' | 'plan'>,
  sources: ReadonlyMap<string, PickedFile>,
): number {
  const paths = filesToUpload(run.plan).flatMap(({ path }) => (sources.has(path) ? [path] : []))
  const files = paths.flatMap((path) => sources.get(path) ?? [])
  const keys = adminQueue(platform).add(files, { awaited: 'lesson' })
  adminFolderRuns(platform, queries).add({
    ...run,
    key: randomKey(),
    keys: paths.map((path, n) => [path, keys[n] ?? '']),
  })
  return paths.length
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
