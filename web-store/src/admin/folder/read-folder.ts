import type { QueryClient } from '@tanstack/react-query'
import { adminClient } from '../admin-api.ts'
import { contentQuery } from '../content/content.queries.ts'
import { uploadLimitsQuery } from '../media/media.queries.ts'
import { hashInWorker } from '../media/worker-hash.ts'
import type { PickedFile } from '../platform.tsx'
import { type FolderPlan, planFolder } from './folder-plan.ts'
import { asApplied } from './stored-lessons.ts'

export type ReadFolder = { folder: string; plan: FolderPlan; sources: Map<string, PickedFile> }

/** The folder that all of it lies in, which is no section; none when several were given. */
function rootOf(files: readonly PickedFile[]): string {
  const roots = new Set(files.map(({ folder }) => folder.split('/')[0] ?? ''))
  return roots.size === 1 ? ([...roots][0] ?? '') : ''
}

type Reading = { signal: AbortSignal; onProgress: (done: number, of: number) => void }

/**
 * What a folder would become in a course. Files are read only where the course has lessons of a folder already: then each is
 * looked for in the library by its hash, so that what is there is kept.
 */
export async function readFolder(
  files: readonly PickedFile[],
  courseId: string,
  queries: QueryClient,
  { signal, onProgress }: Reading,
): Promise<ReadFolder> {
  const root = rootOf(files)
  const sources = new Map(
    files.map((file) => {
      const path = `${file.folder}${file.name}`.slice(root ? root.length + 1 : 0)
      return [path.normalize('NFC'), file] as const
    }),
  )
  const found = [...sources].map(([path, { name, size }]) => ({ path, name, size }))
  const [{ data }, { max_bytes: largest }] = await Promise.all([
    queries.fetchQuery(contentQuery(courseId)),
    queries.ensureQueryData(uploadLimitsQuery),
  ])
  const lessons = data.content.map((lesson) => ({ ...asApplied(lesson), lesson_id: lesson.lesson_id }))
  const first = planFolder(found, { largest, lessons })
  const known = new Map<string, string>()
  if (lessons.some(({ source }) => source !== null)) {
    const used = first.lessons.flatMap(({ video, files: own, captions }) => [video, ...own, ...captions])
    for (const [n, { path }] of used.entries()) {
      onProgress(n, used.length)
      const source = sources.get(path)
      const sha256 = source && (await hashInWorker(source, signal, () => {}))
      const media = sha256 && (await adminClient.media.list({ sha256, limit: '1' })).media[0]
      if (media) known.set(path, media.url)
    }
  }
  const plan = known.size > 0 ? planFolder(found, { largest, lessons, known }) : first
  return { folder: root || 'These files', plan, sources }
}
