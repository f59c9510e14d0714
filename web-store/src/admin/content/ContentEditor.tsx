import { chakra } from '@chakra-ui/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FormProvider, useFieldArray, useForm } from 'react-hook-form'
import { MAX_CHECKED_LINKS } from 'server/contract/courses'
import { isMediaUrl } from 'server/contract/fields'
import { errorText, isAuthError } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient } from '../admin-api.ts'
import { IconLink } from '../admin-icons.ts'
import type { Draft } from '../drafts.ts'
import { DraftNotice } from '../parts/DraftNotice.tsx'
import { FieldProblem } from '../parts/form-parts.tsx'
import { MediaTools } from '../parts/MediaTools.tsx'
import { SaveBar } from '../parts/SaveBar.tsx'
import { useUnsaved } from '../unsaved.ts'
import { useKeptDraft } from '../use-draft.ts'
import { LessonList } from './LessonList.tsx'
import { type ContentBody, type ContentForm, contentResolver, emptyLesson, toForm } from './lesson-form.ts'

type ContentEditorProps = { courseId: string; base: ContentForm; draft: Draft<ContentForm> | null; draftName: string }

/** The lessons of one course. */
export function ContentEditor({ courseId, base, draft, draftName }: ContentEditorProps) {
  const queries = useQueryClient()
  const [saved, setSaved] = useState(base)
  const form = useForm<ContentForm, unknown, ContentBody>({ defaultValues: base, resolver: contentResolver(courseId) })
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
    etag: undefined,
    version: JSON.stringify(values),
  })
  useUnsaved(draftName, isDirty)

  const save = useMutation({
    mutationFn: (body: ContentBody) => adminClient.learning.addContent({ params: { id: courseId }, body }),
    onSuccess: async ({ message }) => {
      // The stored lessons come back with their ids, which the next save needs to keep the students' progress.
      const stored = await queries
        .fetchQuery({ ...adminApi.learning.adminGetContent.queryOptions({ input: { id: courseId } }), staleTime: 0 })
        .catch(() => undefined)
      const now = stored ? toForm(stored.content) : form.getValues()
      setSaved(now)
      form.reset(now)
      toast.success(message)
    },
    onError: (error) => {
      if (!isAuthError(error)) toast.error(errorText(error, '') || 'Failed to update course content')
    },
  })
  const check = useMutation({
    mutationFn: async () => {
      const links = values.content.flatMap(({ watch_link, download_link }) => [watch_link.trim(), download_link.trim()])
      const once = [...new Set(links.filter((link) => isMediaUrl(link)))].slice(0, MAX_CHECKED_LINKS)
      return once.length > 0 ? (await adminClient.courses.checkLinks({ links: once })).results : []
    },
    onError: (error) => {
      if (!isAuthError(error)) toast.error('The links could not be checked', { description: errorText(error, '') })
    },
  })
  const results = new Map((check.data ?? []).map((result) => [result.link, result]))
  const bad = (errors.content as unknown as (object | undefined)[] | undefined)?.length
    ? lessonsWith(errors.content)
    : []
  const discard = () => form.reset(saved)
  return (
    <FormProvider {...form}>
      {draft && isDirty && <DraftNotice keptAt={draft.kept_at} onDiscard={discard} />}
      <chakra.form id="content-form" noValidate onSubmit={form.handleSubmit((body) => save.mutate(body))}>
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
          <Button variant="ghost" busy={check.isPending} busyText="Checking..." onClick={() => check.mutate()}>
            <Icon of={IconLink} />
            Check links
          </Button>
          <MediaTools
            kind="video"
            of="as lessons"
            multiple
            onUrls={(urls) =>
              lessons.append(
                urls.map((url) => ({ ...emptyLesson, title: nameIn(url), watch_link: url })),
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
    </FormProvider>
  )
}

/** Numbers of the lessons that have a problem, from 1. */
function lessonsWith(errors: unknown): number[] {
  if (!Array.isArray(errors)) return []
  return errors.flatMap((problem, index) => (problem ? [index + 1] : []))
}

/** A file's name in words. */
const nameIn = (url: string): string =>
  decodeURIComponent(url.split('/').at(-1) ?? '')
    .replace(/\.\w+$/, '')
    .replace(/[-_]+/g, ' ')
    .trim()
