import { chakra } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FormProvider, useFieldArray, useForm } from 'react-hook-form'
import { errorText } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { later } from '../../ui/later.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminClient } from '../admin-api.ts'
import { IconLink } from '../admin-icons.ts'
import { DraftNotice } from '../components/DraftNotice.tsx'
import { FieldProblem } from '../components/form-parts.tsx'
import { MediaTools } from '../components/MediaTools.tsx'
import { SaveBar } from '../components/SaveBar.tsx'
import type { Draft } from '../drafts.ts'
import { takingUploads } from '../media/upload-reference.ts'
import { useArrivals, useArrived } from '../media/use-arrivals.ts'
import { usePlatform } from '../platform.tsx'
import { useUnsaved } from '../unsaved.ts'
import { useKeptDraft } from '../use-draft.ts'
import { useVersionedSave } from '../use-versioned-save.ts'
import { contentQuery } from './content.queries.ts'
import { LessonList } from './LessonList.tsx'
import { type ContentBody, type ContentForm, contentResolver, emptyLesson, toForm } from './lesson-form.ts'
import { titleOfFile } from './lesson-title.ts'
import { type Lesson, lessonParts, mergedLessons } from './lesson-versions.ts'
import { useCheckLinks } from './use-check-links.ts'

const VersionsDialog = later(() => import('../components/VersionsDialog.tsx'))

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
  const [saved, setSaved] = useState({ form: base, etag })
  // A draft belongs to the version it began with: a save over a newer one is then seen as the conflict it is.
  const [version, setVersion] = useState(draft ? draft.etag : etag)
  const form = useForm<ContentForm, unknown, ContentBody>({
    defaultValues: base,
    resolver: takingUploads(contentResolver(courseId, storeAddress('/'))),
  })
  const lessons = useFieldArray({ control: form.control, name: 'content' })
  const values = form.watch()
  const { errors, isDirty } = form.formState
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is laid over the form once, when it is opened
  useEffect(() => {
    if (draft) form.reset(draft.values, { keepDefaultValues: true })
  }, [])
  const keptAt = useKeptDraft({
    name: draftName,
    dirty: isDirty,
    read: () => form.getValues(),
    etag: version,
    version: JSON.stringify(values),
  })
  useUnsaved(draftName, isDirty)
  useArrivals(form)
  const arrived = useArrived()

  const queries = useQueryClient()
  const stored = () => queries.fetchQuery(contentQuery(courseId))
  const { save, conflict, dropConflict } = useVersionedSave<ContentBody, Lesson[], { message: string }>({
    etag: version,
    prepare: arrived,
    send: ({ body }, headers) => adminClient.learning.addContent({ params: { id: courseId }, headers, body }),
    stored: async () => {
      const now = await stored()
      return { ...now, data: now.data.content }
    },
    // New lessons alone are no contradiction: they come to theirs.
    agrees: (body, theirs) => lessonParts(body.content, theirs, saved.form.content).length === 0,
    onSaved: async ({ message }) => {
      // The stored lessons come back with their ids, which the next save needs to keep the students' progress.
      const present = await stored().catch(() => undefined)
      const now = present ? toForm(present.data.content) : form.getValues()
      setSaved({ form: now, etag: present?.etag })
      setVersion(present?.etag)
      form.reset(now)
      toast.success(message)
    },
    onFailed: (error) => toast.error(errorText(error, '') || 'Failed to update course content'),
  })
  const { check, results, progress } = useCheckLinks()
  const bad = (errors.content as unknown as (object | undefined)[] | undefined)?.length
    ? lessonsWith(errors.content)
    : []
  const discard = () => {
    setVersion(saved.etag)
    form.reset(saved.form)
  }
  return (
    <FormProvider {...form}>
      {draft && isDirty && <DraftNotice keptAt={draft.kept_at} stale={draft.etag !== etag} onDiscard={discard} />}
      <chakra.form id="content-form" noValidate onSubmit={form.handleSubmit((body) => save.mutate({ body }))}>
        <LessonList lessons={lessons} results={results} />
        {errors.content?.message && <FieldProblem>{errors.content.message}</FieldProblem>}
        {errors.content?.root?.message && <FieldProblem>{errors.content.root.message}</FieldProblem>}
        <chakra.div display="flex" flexWrap="wrap" gap="3" mt="4">
          <Button
            variant="outline"
            onClick={() => lessons.append({ ...emptyLesson }, { focusName: `content.${lessons.fields.length}.title` })}
          >
            <Icon of={IconPlus} />
            Add lesson
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
          <MediaTools
            kind="video"
            of="as lessons"
            multiple
            onUrls={(urls, names) =>
              lessons.append(
                urls.map((url, n) => ({ ...emptyLesson, title: titleOfFile(names[n] ?? ''), watch_link: url })),
                { shouldFocus: false },
              )
            }
          />
        </chakra.div>
        <chakra.p textStyle="sm" color="fg.muted" mt="3" pb="var(--fixed-bar, 76px)">
          Paste several links into a lesson to add several lessons; a title may stand before each link.
        </chakra.p>
      </chakra.form>
      <SaveBar
        problems={bad.length}
        wording={bad.length === 1 ? `Lesson ${bad[0]} needs attention.` : `${bad.length} lessons need attention.`}
        keptAt={keptAt}
        rest={isDirty ? 'Saving draft...' : 'No changes yet.'}
      >
        {isDirty && (
          <Button variant="ghost" display={{ base: 'none', lg: 'inline-flex' }} onClick={discard}>
            Discard changes
          </Button>
        )}
        <Button type="submit" form="content-form" busy={save.isPending} busyText="Saving...">
          Save content
        </Button>
      </SaveBar>
      {conflict && (
        <VersionsDialog
          title="Someone else changed these lessons"
          of="lesson"
          parts={lessonParts(conflict.body.content, conflict.theirs, saved.form.content)}
          busy={save.isPending}
          onSave={(taken) => {
            const content = mergedLessons(conflict.body.content, conflict.theirs, taken)
            save.mutate({
              body: { ...conflict.body, content: content as ContentBody['content'] },
              over: conflict.etag,
            })
          }}
          onClose={dropConflict}
        />
      )}
    </FormProvider>
  )
}

/** Numbers of the lessons that have a problem, from 1. */
function lessonsWith(errors: unknown): number[] {
  if (!Array.isArray(errors)) return []
  return errors.flatMap((problem, index) => (problem ? [index + 1] : []))
}
