import { useQueryClient } from '@tanstack/react-query'
import { type LinkResult, MAX_CHECKED_LINKS } from 'contract/courses/link-check'
import { isMediaUrl } from 'contract/fields'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type FieldPath, FormProvider, useFieldArray } from 'react-hook-form'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { IconClipboardText, IconListCheck, IconVideo } from '../../shared/courses/lesson-icons.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { later } from '../../ui/later.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { onLessonsAdded } from '../folder/admin-folder-runs.ts'
import { DraftNotice } from '../forms/DraftNotice.tsx'
import { type Draft, drafts, lessonsDraft } from '../forms/editor-drafts.ts'
import { FieldProblem, Muted } from '../forms/form-parts.tsx'
import { wrongEntries } from '../forms/resolver-of.ts'
import { SaveBar } from '../forms/SaveBar.tsx'
import { stepOnEnter } from '../forms/step-on-enter.ts'
import { useEditor } from '../forms/use-editor.ts'
import { useVersionedSave } from '../forms/use-versioned-save.ts'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminClient, withETag } from '../host/admin-api.ts'
import { IconFolderUp, IconLink, IconUpload } from '../host/admin-icons.ts'
import { reportUnsaved } from '../host/failures.ts'
import { type PickedFile, usePlatform } from '../host/platform.tsx'
import { takingUploads } from '../media/queue/upload-reference.ts'
import { useArrivals } from '../media/queue/use-arrivals.ts'
import { type AwaitedCourses, adminAwaitedCourses } from './admin-awaited-courses.ts'
import { contentQuery, refetchLessons } from './content.queries.ts'
import { LessonList } from './LessonList.tsx'
import { countWaiting, readyLessons, typedApartFrom, waitingPlaces, withWaiting } from './lesson-files.ts'
import {
  type ContentBody,
  type ContentForm,
  contentResolver,
  isUntouched,
  type LessonFields,
  newLesson,
  toForm,
} from './lesson-form.ts'
import { type Lesson, lessonParts, mergedLessons } from './lesson-versions.ts'
import { useLessonFiles } from './use-lesson-files.ts'

/** The links of one request: few enough for an answer within seconds, so that the progress moves. */
const BATCH = Math.min(20, MAX_CHECKED_LINKS)

type Progress = { done: number; of: number }

/** Tries every link of the lessons, a batch after the other; what is known is shown at once, also when a later batch fails. */
function useCheckLinks() {
  const [results, setResults] = useState<Map<string, LinkResult>>(new Map())
  const [progress, setProgress] = useState<Progress>()
  const check = useSubmission({
    mutationFn: async (lessons: readonly LessonFields[]) => {
      const links = lessons.flatMap(({ watch_link, download_link }) => [watch_link.trim(), download_link.trim()])
      const once = [...new Set(links.filter((link) => isMediaUrl(link)))]
      setResults(new Map())
      for (let from = 0; from < once.length; from += BATCH) {
        setProgress({ done: from, of: once.length })
        const found = await adminClient.courses.checkLinks({ links: once.slice(from, from + BATCH) })
        setResults((before) => new Map([...before, ...found.results.map((result) => [result.link, result] as const)]))
      }
      return once.length
    },
    onError: (error) => {
      toast.error('The links could not be checked', { description: errorText(error, '') })
    },
    onSettled: () => setProgress(undefined),
  })
  return { check, results, progress }
}

const FolderDialog = later(() => import('../folder/FolderDialog.tsx'))
const VersionsDialog = later(() => import('../forms/VersionsDialog.tsx'))

const KINDS = [
  ['media', IconPlus, 'Add lesson'],
  ['quiz', IconListCheck, 'Add a quiz'],
  ['assignment', IconClipboardText, 'Add an assignment'],
  ['live', IconVideo, 'Add a live lesson'],
] as const

type ContentEditorProps = {
  courseId: string
  base: ContentForm
  etag: string | undefined
  draft: Draft<ContentForm> | null
  draftName: string
}

/** The lessons of one course. */
export function ContentEditor({ courseId, base, etag, draft, draftName }: ContentEditorProps) {
  const { storeAddress } = usePlatform()
  const editor = useEditor<ContentForm, ContentBody, ContentForm>({
    draftName,
    draft,
    stored: base,
    etag,
    toForm: (lessons) => lessons,
    resolver: takingUploads(contentResolver(courseId, storeAddress('/'))),
  })
  const { form, values, isDirty, storedAt, saved, notice } = editor
  const { submit, isSaving, saveOver, discard, conflict, dropConflict } = useSaveLessons(courseId, editor)
  const lessons = useFieldArray({ control: form.control, name: 'content' })
  const [folder, setFolder] = useState<PickedFile[]>()
  const closeFolder = useCallback(() => setFolder(undefined), [])
  const files = useLessonFiles(form, lessons, (picked) => {
    if (form.formState.isDirty) toast.info('Save your lessons first, then add the folder.')
    else setFolder(picked)
  })
  const { errors } = form.formState
  useArrivals(form)

  const add = (kind: (typeof KINDS)[number][0]) => {
    const untouched = isUntouched(form.getValues())
    const place = untouched ? 0 : lessons.fields.length
    lessons.append(newLesson(kind), { focusName: `content.${place}.title` })
    if (untouched) lessons.remove(0)
  }
  const { check, results, progress } = useCheckLinks()
  const bad = wrongEntries(errors.content)
  const waiting = countWaiting(values.content)
  return (
    <FormProvider {...form}>
      <DraftNotice {...notice} onDiscard={discard} />
      {/* A new lesson has no id until it is saved: later input could not be matched to it. */}
      <chakra.form
        method="post"
        id="content-form"
        data-list
        inert={isSaving}
        noValidate
        onKeyDown={stepOnEnter}
        onSubmit={form.handleSubmit(submit)}
      >
        <LessonList lessons={lessons} results={results} files={files} />
        {errors.content?.message && <FieldProblem>{errors.content.message}</FieldProblem>}
        {errors.content?.root?.message && <FieldProblem>{errors.content.root.message}</FieldProblem>}
        <chakra.div display={{ base: 'grid', md: 'flex' }} flexWrap="wrap" gap={{ base: '2', md: '3' }} mt="4">
          {KINDS.map(([kind, icon, label]) => (
            <Button key={kind} variant="outline" data-add={kind === 'media' || undefined} onClick={() => add(kind)}>
              <Icon of={icon} />
              {label}
            </Button>
          ))}
          <Button variant="outline" onClick={() => void files.chooseMany()}>
            <Icon of={IconUpload} />
            Upload videos
            <VisuallyHidden> as lessons</VisuallyHidden>
          </Button>
          <Button variant="outline" onClick={() => void files.chooseFolder()}>
            <Icon of={IconFolderUp} />
            Add a whole folder
          </Button>
          <Button
            variant="ghost"
            busy={check.isPending}
            busyText={progress ? `Checked ${progress.done} of ${progress.of}...` : 'Checking...'}
            onClick={() => check.mutate(values.content)}
          >
            <Icon of={IconLink} />
            Check links
          </Button>
        </chakra.div>
        <chakra.p role="status" textStyle="sm" color="action.fg" fontWeight="550" mt="3">
          {waiting > 0 &&
            `${waiting === 1 ? '1 file is' : `${waiting} files are`} uploading. You can save now; what is uploading is saved when it has arrived.`}
        </chakra.p>
        <Muted mt="1" pb="var(--fixed-bar, 76px)">
          Drop videos between two lessons to add them there, or a whole folder. Paste several links into a lesson to add
          several lessons; a title may stand before each link.
        </Muted>
      </chakra.form>
      <SaveBar
        problems={bad.length}
        wording={bad.length === 1 ? `Lesson ${bad[0]} needs attention.` : `${bad.length} lessons need attention.`}
        storedAt={storedAt}
        rest={isDirty ? 'Saving draft...' : 'No changes yet.'}
        idle={!isDirty && !isSaving}
      >
        {isDirty && !isSaving && (
          <Button variant="ghost" display={{ base: 'none', lg: 'inline-flex' }} onClick={discard}>
            Discard changes
          </Button>
        )}
        <WaitingButton
          type="submit"
          form="content-form"
          waitsFor={!isDirty && bad.length === 0 && waiting === 0 && 'Change something first'}
          busy={isSaving}
          busyText="Saving..."
        >
          Save content
        </WaitingButton>
      </SaveBar>
      {folder && <FolderDialog files={folder} courseId={courseId} onClose={closeFolder} />}
      {conflict && (
        <VersionsDialog
          changed="these lessons"
          own={conflict.own}
          of="lesson"
          parts={lessonParts(conflict.body.content, conflict.theirs, saved.data.content)}
          busy={isSaving}
          onSave={(taken) => {
            const content = mergedLessons(conflict.body.content, conflict.theirs, taken)
            saveOver({ ...conflict.body, content: content as ContentBody['content'] }, conflict.etag)
          }}
          onClose={dropConflict}
        />
      )}
    </FormProvider>
  )
}

type Answer = { data: Awaited<ReturnType<typeof adminClient.learning.addContent>>; etag: string | undefined }

/**
 * Saves the lessons of a course. Those whose files are still on their way wait in the form, and are saved by themselves when all have
 * arrived, unless something else was typed since.
 */
function useSaveLessons(
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
