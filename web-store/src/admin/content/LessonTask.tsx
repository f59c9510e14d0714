import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { Loading } from '../../ui/Loading.tsx'
import { TextLink } from '../../ui/text.tsx'
import { useCourseId } from '../courses/courses.queries.ts'
import { CourseHead } from '../courses/editor/CourseHead.tsx'
import { type Draft, useEarlierDraft } from '../forms/editor-drafts.ts'
import { Muted } from '../forms/form-parts.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { Loaded } from '../kit/loaded.tsx'
import { type TaskKind, taskLabels } from './TaskLink.tsx'

type Versioned<Data> = { data: Data; etag: string | undefined }

/** The lesson, and what was typed there earlier: of the one form that this kind has. */
type TaskPlace = { lessonId: string; draft: Draft<never> | null; draftName: string }

type LessonTaskProps<Data> = {
  kind: TaskKind
  query: (lessonId: string) => { queryKey: unknown[]; queryFn: () => Promise<Versioned<Data>> }
  /** The state of the task in a sentence. */
  state: (data: Data) => string
  children: (stored: Versioned<Data>, place: TaskPlace) => ReactNode
}

/** Shows the task of the lesson that the address names, under the head of its course. */
export function LessonTask<Data extends { lesson_title: string }>(props: LessonTaskProps<Data>) {
  const [search] = useSearchParams()
  const lessonId = search.get('lesson_id') ?? ''
  const courseId = useCourseId()
  if (!courseId || !lessonId) return <Navigate to={adminPaths.tab('content')} replace />
  return (
    <>
      <CourseHead courseId={courseId} current="content" />
      <TextLink to={adminPaths.tab('content', { course_id: courseId })} display="inline-block" mb="3">
        Back to the lessons
      </TextLink>
      <Task key={lessonId} lessonId={lessonId} {...props} />
    </>
  )
}

function Task<Data extends { lesson_title: string }>({
  lessonId,
  kind,
  query,
  state,
  children,
}: LessonTaskProps<Data> & { lessonId: string }) {
  const draftName = `${kind}:${lessonId}`
  const draft = useEarlierDraft<never>(draftName)
  const stored = useQuery(query(lessonId))
  const failed = `Failed to load the ${taskLabels[kind].toLowerCase()}`
  useFailureToast(stored.error, failed)
  if (draft === undefined) return <Loading minH="240px" />
  return (
    <Loaded query={stored} failed={failed} height="240px">
      {(data) => (
        <>
          <Muted>{taskLabels[kind]}</Muted>
          <chakra.h2 textStyle="h2" fontSize="1.5rem" overflowWrap="anywhere">
            {data.data.lesson_title}
          </chakra.h2>
          <Muted mb="4" fontVariantNumeric="tabular-nums">
            {state(data.data)}
          </Muted>
          {children(data, { lessonId, draft, draftName })}
        </>
      )}
    </Loaded>
  )
}
