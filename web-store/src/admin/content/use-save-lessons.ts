import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StoredLesson } from 'server/contract/learning'
import { errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { toast } from '../../ui/toaster.ts'
import { adminClient } from '../admin-api.ts'
import { ifMatch, saveOver, ToDecide } from '../edit-conflict.ts'
import { contentQuery } from './content.queries.ts'
import type { ContentBody } from './lesson-form.ts'
import { type Lesson, lessonParts } from './lesson-versions.ts'

/** Their lessons and version beside what was to be saved here. */
export type LessonConflict = { body: ContentBody; theirs: Lesson[]; etag: string | undefined }

type SaveLessons = {
  courseId: string
  /** The version with which the edit began, and its lessons. */
  etag: string | undefined
  base: readonly Lesson[]
  onSaved: (stored: StoredLesson[] | undefined, etag: string | undefined) => void
}

/** Saves the lessons of a course. A stale edit becomes a `conflict` to be decided, unless nothing differs that could be. */
export function useSaveLessons({ courseId, etag, base, onSaved }: SaveLessons) {
  const queries = useQueryClient()
  const [conflict, setConflict] = useState<LessonConflict>()
  const stored = () => queries.fetchQuery(contentQuery(courseId))
  const send = (body: ContentBody, version: string | undefined) =>
    adminClient.learning.addContent({ params: { id: courseId }, headers: ifMatch(version), body })
  const save = useSubmission({
    mutationFn: ({ body, over }: { body: ContentBody; over?: string | undefined }) =>
      saveOver(
        () => send(body, over ?? etag),
        async () => {
          const now = await stored()
          const theirs = now.data.content
          // New lessons alone are no contradiction: they come to theirs.
          if (lessonParts(body.content, theirs, base).length === 0) return send(body, now.etag)
          setConflict({ body, theirs, etag: now.etag })
          throw new ToDecide()
        },
      ),
    onSuccess: async ({ message }) => {
      setConflict(undefined)
      // The stored lessons come back with their ids, which the next save needs to keep the students' progress.
      const now = await stored().catch(() => undefined)
      onSaved(now?.data.content, now?.etag)
      toast.success(message)
    },
    onError: (error) => {
      if (error instanceof ToDecide || isAuthError(error)) return
      toast.error(errorText(error, '') || 'Failed to update course content')
    },
  })
  return { save, conflict, dropConflict: () => setConflict(undefined) }
}
