import { type LinkResult, MAX_CHECKED_LINKS } from 'contract/courses/link-check'
import { isMediaUrl } from 'contract/fields'
import { useCallback, useState } from 'react'
import { FormProvider, useFieldArray } from 'react-hook-form'
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
import { DraftNotice } from '../forms/DraftNotice.tsx'
import type { Draft } from '../forms/editor-drafts.ts'
import { FieldProblem, Muted } from '../forms/form-parts.tsx'
import { wrongEntries } from '../forms/resolver-of.ts'
import { SaveBar } from '../forms/SaveBar.tsx'
import { stepOnEnter } from '../forms/step-on-enter.ts'
import { useEditor } from '../forms/use-editor.ts'
import { adminClient } from '../host/admin-api.ts'
import { IconFolderUp, IconLink, IconUpload } from '../host/admin-icons.ts'
import { type PickedFile, usePlatform } from '../host/platform.tsx'
import { takingUploads } from '../media/queue/upload-reference.ts'
import { useArrivals } from '../media/queue/use-arrivals.ts'
import { LessonList } from './LessonList.tsx'
import { countWaiting } from './lesson-files.ts'
import {
  type ContentBody,
  type ContentForm,
  contentResolver,
  isUntouched,
  type LessonFields,
  newLesson,
} from './lesson-form.ts'
import { lessonParts, mergedLessons } from './lesson-versions.ts'
import { useLessonFiles } from './use-lesson-files.ts'
import { useSaveLessons } from './use-save-lessons.ts'

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
      >
        {isDirty && !isSaving && (
          <Button variant="ghost" display={{ base: 'none', lg: 'inline-flex' }} onClick={discard}>
            Discard changes
          </Button>
        )}
        <Button type="submit" form="content-form" busy={isSaving} busyText="Saving...">
          Save content
        </Button>
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
