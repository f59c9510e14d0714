import type { ComponentType } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { TextLink } from '../../ui/text.tsx'
import { CourseHead } from '../courses/editor/CourseHead.tsx'
import { adminPaths } from '../host/admin-paths.ts'

/** The quiz or assignment of the lesson that the address names, under the head of its course. */
export function LessonTask({ of: Task }: { of: ComponentType<{ lessonId: string }> }) {
  const [search] = useSearchParams()
  const lessonId = search.get('lesson_id') ?? ''
  const courseId = search.get('course_id') ?? ''
  if (!courseId || !lessonId) return <Navigate to={adminPaths.tab('content')} replace />
  return (
    <>
      <CourseHead courseId={courseId} current="content" />
      <TextLink to={adminPaths.tab('content', { course_id: courseId })} display="inline-block" mb="3">
        Back to the lessons
      </TextLink>
      <Task key={lessonId} lessonId={lessonId} />
    </>
  )
}
