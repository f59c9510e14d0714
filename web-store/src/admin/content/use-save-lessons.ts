import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FieldPath } from 'react-hook-form'
import { toast } from '../../ui/toaster.ts'
import { onLessonsAdded } from '../folder/admin-folder-runs.ts'
import { drafts, lessonsDraft } from '../forms/editor-drafts.ts'
import type { useEditor } from '../forms/use-editor.ts'
import { useVersionedSave } from '../forms/use-versioned-save.ts'
import { adminClient, withETag } from '../host/admin-api.ts'
import { reportUnsaved } from '../host/failures.ts'
import { usePlatform } from '../host/platform.tsx'
import { type AwaitedCourses, adminAwaitedCourses } from './admin-awaited-courses.ts'
import { contentQuery, refetchLessons } from './content.queries.ts'
import { readyLessons, typedApartFrom, waitingPlaces, withWaiting } from './lesson-files.ts'
import { type ContentBody, type ContentForm, type LessonFields, toForm } from './lesson-form.ts'
import { type Lesson, lessonParts } from './lesson-versions.ts'

type Answer = { data: Awaited<ReturnType<typeof adminClient.learning.addContent>>; etag: string | undefined }

/**
 * Saves the lessons of a course. Those whose files are still on their way wait in the form, and are saved by themselves when all have
 * arrived, unless something else was typed since.
 */
export function useSaveLessons(
  courseId: string,
  { form, saved, version, restart, discard }: ReturnType<typeof useEditor<ContentForm, ContentBody, ContentForm>>,
) {
  const queries = useQueryClient()
  const stored = () => queries.fetchQuery(contentQuery(courseId))
  const platform = usePlatform()
  const awaited = useRef<AwaitedCourses>(undefined)
  /** The form at the last press of Save. */
  const pressed = useRef<LessonFields[]>([])
  /** The field that was typed in: a form that takes nothing while it saves takes the focus from it. */
  const typedIn = useRef<FieldPath<ContentForm>>(undefined)
  /** The form at the last save that left lessons waiting. */
  const [waited, setWaited] = useState<LessonFields[]>()
  // While it is closed, somebody else sees to them.
  useEffect(() => {
    let close: (() => void) | undefined
    const leaving = new AbortController()
    const courses = adminAwaitedCourses(platform, queries)
    void courses.restored.then(() => {
      if (leaving.signal.aborted) return
      awaited.current = courses
      close = courses.opened(courseId)
      const content = courses.of(courseId)?.content
      // The screen was left before its draft was stored.
      if (content && !form.formState.isDirty) form.reset({ content }, { keepDefaultValues: true })
      setWaited(content)
    })
    return () => {
      leaving.abort()
      close?.()
    }
  }, [platform, queries, courseId, form])
  // The form writes on in what it gives out.
  const typedNow = () => structuredClone(form.getValues().content)
  /** `over`: the version that the lessons go over when their files are there. */
  const awaitFiles = (over: string | undefined) => {
    const content = typedNow()
    // A file that arrived later was not sent with the others.
    const waits = waitingPlaces(pressed.current).size > 0
    setWaited(waits ? content : undefined)
    if (waits) awaited.current?.note({ course_id: courseId, content, etag: over })
    else awaited.current?.forget(courseId)
  }
  const { save, conflict, dropConflict } = useVersionedSave<ContentForm, ContentBody, Lesson[], Answer>({
    form: { of: form, draftName: lessonsDraft(courseId) },
    etag: version,
    send: ({ body }, headers) => {
      const input = { params: { id: courseId }, headers: { ...headers, prefer: 'return=representation' }, body }
      return withETag((options) => adminClient.learning.addContent(input, options))
    },
    stored: async () => {
      const now = await stored()
      return { ...now, data: now.data.content }
    },
    // New lessons alone are no contradiction: they join the stored ones.
    agrees: (body, theirs) => lessonParts(body.content, theirs, saved.data.content).length === 0,
    onSaved: async ({ data: { message, content }, etag }, { here }) => {
      const waited = waitingPlaces(pressed.current)
      if (!here) await dropDraft(courseId, pressed.current)
      // The next save needs the version, and the ids of new lessons, which keep the students' progress: both are of this answer, for a
      // question after it may fail, or answer what somebody else saved since.
      const now = toForm(content ?? (await stored()).data.content)
      const withFiles = withWaiting(now.content, form.getValues().content, waited)
      restart({ data: now, etag }, waited.size > 0 ? { content: withFiles } : undefined)
      awaitFiles(etag)
      toast.success(message)
      void refetchLessons(queries)
    },
    onFailed: (error) => reportUnsaved('Failed to update course content', error),
  })
  const submit = (body: ContentBody) => {
    pressed.current = typedNow()
    typedIn.current = (document.activeElement as HTMLInputElement | null)?.name as FieldPath<ContentForm> | undefined
    const content = readyLessons(body.content, saved.data.content)
    if (content.length > 0) return save.mutate({ body: { ...body, content } })
    awaitFiles(version)
    toast.info('Your lessons are saved as soon as their files have arrived.')
  }
  useEffect(() => {
    if (save.isPending || !typedIn.current) return
    if (document.activeElement === document.body) form.setFocus(typedIn.current)
    typedIn.current = undefined
  }, [save.isPending, form])
  const values = form.watch('content')
  useEffect(() => {
    if (!waited || save.isPending || waitingPlaces(values).size > 0) return
    const places = waitingPlaces(waited)
    setWaited(undefined)
    if (typedApartFrom(values, places) === typedApartFrom(waited, places)) void form.handleSubmit(submit)()
    else awaited.current?.forget(courseId)
  })
  // A folder on its way into this course saves lessons, too; what is typed here goes before that, and meets it at the save.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect reads the stored lessons anew each time
  useEffect(
    () =>
      onLessonsAdded(async (added) => {
        if (added !== courseId || form.formState.isDirty) return
        const present = await stored()
        restart({ data: toForm(present.data.content), etag: present.etag })
      }),
    [courseId, form],
  )
  return {
    submit,
    conflict,
    dropConflict,
    isSaving: save.isPending,
    /** Saves what was decided over a newer version. */
    saveOver: (body: ContentBody, over: string | undefined) => save.mutate({ body, over }),
    discard() {
      setWaited(undefined)
      awaited.current?.forget(courseId)
      discard()
    },
  }
}

/** Updates a draft that was stored when the screen closed during a save: it notes the unsaved rest, with the ids of the others. */
async function dropDraft(courseId: string, pressed: readonly LessonFields[]): Promise<void> {
  const name = lessonsDraft(courseId)
  const draft = await drafts.read<ContentForm>(name)
  const places = waitingPlaces(pressed)
  if (draft && typedApartFrom(draft.values.content, places) === typedApartFrom(pressed, places))
    await drafts.remove(name)
}
