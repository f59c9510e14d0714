import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { StudentLesson } from 'contract/learning'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { api, client, isApiError } from '../../../api/client.ts'
import { t } from '../../../language/text.ts'
import { paths } from '../../../paths.ts'
import { refetchStale } from '../../../refetch-stale.ts'
import { isSigned } from '../../../shared/courses/lesson-source.ts'
import { toast } from '../../../ui/toaster.ts'
import type { Progress } from '../progress/use-beats.ts'
import type { Addresses } from './stage-parts.tsx'

const BACK_AFTER_MS = 3000

/** Addresses of files are good for at least ten minutes. */
const RENEW_MS = 4 * 60_000

const fetchStored = refetchStale(() => import('../../../shared/offline/offline.ts'), 'storedCourse')

/** Loads the lessons of a course from the shop, or without a network the downloads. */
export function contentOptions(courseId: string) {
  const input = { courseId }
  return {
    ...api.learning.getContent.queryOptions({ input }),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      try {
        return await client.learning.getContent(input, { signal })
      } catch (error) {
        const stored = signal.aborted
          ? undefined
          : await fetchStored().then(
              ({ storedCourse }) => storedCourse(courseId, error),
              () => undefined,
            )
        if (stored) return stored
        throw error
      }
    },
  }
}

/**
 * Loads the lessons of an owned course; header and player share the answer. With `renew` it refetches before the addresses of its files
 * expire, also while the page is hidden: a lesson may be listened to.
 */
export function useContent(courseId: string, { renew = false } = {}) {
  return useQuery({
    ...contentOptions(courseId),
    // The quiz or assignment in the way may be passed in another tab or on another device.
    refetchOnWindowFocus: ({ state }) => (state.data?.content.some(({ waits_for }) => waits_for) ? 'always' : false),
    refetchInterval: ({ state }) => (renew && state.data?.content.some(hasSigned) ? RENEW_MS : false),
    refetchIntervalInBackground: true,
  })
}

/** Refetches the lessons when their list is older than a known state of one: its task was done in another tab. */
export function useListBehind(courseId: string, isBehind: (lesson: StudentLesson) => boolean, lessonId: string): void {
  const { data, refetch } = useContent(courseId)
  const lesson = data?.content.find(({ lesson_id }) => lesson_id === lessonId)
  const behind = lesson !== undefined && isBehind(lesson)
  useEffect(() => {
    if (behind) void refetch()
  }, [behind, refetch])
}

const hasSigned = ({ watch_link, download_link, files }: StudentLesson) =>
  [watch_link, download_link ?? '', ...files.map(({ url }) => url)].some(isSigned)

/** Reports a failure of the content once, and leads back to the dashboard after 3 s. */
export function useContentError({ data, error }: ReturnType<typeof useContent>): void {
  const navigate = useNavigate()
  const empty = data?.content.length === 0
  const failed = data === undefined ? error : null

  useEffect(() => {
    if (empty) toast.info(t('No content available for this course'), { id: 'no-content' })
  }, [empty])

  useEffect(() => {
    if (!failed) return
    if (isApiError(failed) && failed.status === 403) {
      if (!failed.data?.ended_at) toast.info(t('You do not own this course yet'), { id: 'content-failed' })
      return
    }
    toast.error(t('Failed to load course content'), { id: 'content-failed' })
    const timer = setTimeout(() => navigate(paths.dashboard, { replace: true }), BACK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [failed, navigate])
}

/** Whole percent of lessons done, rounded down as the server does. */
export function percentDone(lessons: readonly { completed: boolean }[]): number {
  const done = lessons.filter((lesson) => lesson.completed).length
  return lessons.length === 0 ? 0 : Math.floor((100 * done) / lessons.length)
}

/** Writes the server's answers into the cached lessons. */
export function useContentChange(courseId: string) {
  const queries = useQueryClient()
  const { queryKey } = contentOptions(courseId)
  const setCompleted = (lessonId: string, completed: boolean) =>
    queries.setQueryData(
      queryKey,
      (answer) =>
        answer && {
          ...answer,
          content: answer.content.map((it) => (it.lesson_id === lessonId ? { ...it, completed } : it)),
        },
    )
  // Another tab may have marked lessons, or the admin changed them.
  const compare = ({ percent }: Progress) => {
    const known = queries.getQueryData(queryKey)
    if (known && percentDone(known.content) !== percent) void queries.invalidateQueries({ queryKey })
  }
  const renewed = async (lessonId: string): Promise<Addresses> => {
    const { content } = await queries.fetchQuery({
      ...contentOptions(courseId),
      staleTime: 0,
    })
    const lesson = content.find(({ lesson_id }) => lesson_id === lessonId)
    if (!lesson) throw new Error('The lesson is gone')
    return { src: lesson.watch_link, playlist: lesson.video?.playlist ?? null }
  }
  return { setCompleted, compare, renewed }
}
