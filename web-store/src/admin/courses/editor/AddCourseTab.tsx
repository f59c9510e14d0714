import { useQueryClient } from '@tanstack/react-query'
import { FormProvider } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Field } from '../../../ui/Field.tsx'
import { clockText } from '../../../ui/format.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { Card } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/toaster.ts'
import { DraftNotice } from '../../forms/DraftNotice.tsx'
import { type Draft, useEarlierDraft } from '../../forms/editor-drafts.ts'
import { Help, Tools } from '../../forms/form-parts.tsx'
import { stepOnEnter } from '../../forms/step-on-enter.ts'
import { useEditor } from '../../forms/use-editor.ts'
import { useVersionedSave } from '../../forms/use-versioned-save.ts'
import { adminApi, adminClient } from '../../host/admin-api.ts'
import { reportUnsaved } from '../../host/failures.ts'
import { usePlatform } from '../../host/platform.tsx'
import { TabHead } from '../../lists/TabHead.tsx'
import { BundleCourses, useBundleCards } from './BundleCourses.tsx'
import { PROPOSED, proposalsFor } from './bundle-texts.ts'
import { type CourseBody, type CourseForm, courseResolver, emptyCourse, overStored } from './course-form.ts'
import { PriceField } from './section-fields.tsx'
import { placesIn } from './sections.ts'

const titles = { course: 'Add New Course', bundle: 'Add bundle', free: 'Add a free course' } as const

/** Makes the draft of a course, a bundle or a free course: of each the few things without which it is none. */
export default function AddCourseTab() {
  const [search] = useSearchParams()
  const kind = search.get('tab') === 'addbundle' ? 'bundle' : 'course'
  const free = kind === 'course' && search.has('free')
  const of = search.get('of')?.split(',') ?? []
  const draftName = [free ? 'free' : kind, 'new', ...of].join(':')
  const draft = useEarlierDraft<CourseForm>(draftName)
  if (draft === undefined) return <Loading />
  return (
    <AddOne
      key={draftName}
      begun={{ ...emptyCourse, kind, free, bundle_courses: of.map((value) => ({ value })) }}
      draftName={draftName}
      draft={draft}
    />
  )
}

type AddOneProps = { begun: CourseForm; draftName: string; draft: Draft<CourseForm> | null }

function AddOne({ begun, draftName, draft }: AddOneProps) {
  const { storeAddress } = usePlatform()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const editor = useEditor<CourseForm, CourseBody, CourseForm>({
    draftName,
    draft,
    stored: begun,
    etag: undefined,
    toForm: (form) => form,
    resolver: courseResolver({ sells: false, store: storeAddress('/') }),
    restored: (one) => overStored(begun, { values: one.values }),
  })
  const { form, values, isDirty, storedAt, discard } = editor
  const ids = values.bundle_courses.map(({ value }) => value)
  const { cards } = useBundleCards(ids)
  const parts = ids.flatMap((id) => cards.get(id) ?? [])
  const { save } = useVersionedSave<
    CourseForm,
    CourseBody,
    undefined,
    { message: string; course: { course_id: string } }
  >({
    form: { of: form, draftName },
    etag: undefined,
    // A bundle begins with what its courses say, to be changed.
    send: ({ body }) =>
      adminClient.courses.create({
        ...(body as Required<CourseBody>),
        ...(values.kind === 'bundle' && proposalsFor(PROPOSED, values, parts)),
        state: 'draft',
      }),
    stored: async () => ({ data: undefined, etag: undefined }),
    onSaved: ({ message, course: { course_id } }, { here }) => {
      toast.success(values.kind === 'bundle' ? 'Bundle added successfully' : message)
      void queries.invalidateQueries({ queryKey: adminApi.courses.key() })
      if (!here) return
      editor.restart(editor.saved)
      const [next] = placesIn(values.kind === 'bundle' ? 'page' : 'content', values.kind, course_id)
      if (next) navigate(next.to)
    },
    onFailed: (error) => reportUnsaved('Failed to add course', error),
  })
  const chosen = values.kind === 'bundle' ? 'bundle' : values.free ? 'free' : 'course'
  const { errors } = form.formState
  return (
    <FormProvider {...form}>
      <chakra.div maxW="620px" mx="auto">
        <TabHead title={titles[chosen]} />
        <DraftNotice {...editor.notice} onDiscard={discard} />
        <Card padded display="grid" gap="4.5">
          <chakra.form
            method="post"
            id="course-form"
            noValidate
            inert={save.isPending}
            display="grid"
            gap="4.5"
            onKeyDown={stepOnEnter}
            onSubmit={form.handleSubmit((body) => save.mutate({ body }))}
          >
            <Field
              label="Name"
              required
              autoFocus
              maxLength={200}
              help="The address of its page is made from this name."
              {...form.register('name')}
              error={errors.name?.message}
            />
            {chosen === 'free' ? (
              <Help>
                Who logs in, or gives an email, gets it without paying. It has no order and no invoice. Only an owner or
                finance adds one.
              </Help>
            ) : (
              <PriceField help="You can leave it empty and decide later." />
            )}
            {chosen === 'bundle' && (
              <div>
                <chakra.p textStyle="label">Courses</chakra.p>
                <BundleCourses />
              </div>
            )}
          </chakra.form>
          <Tools>
            <Button type="submit" form="course-form" busy={save.isPending} busyText="Adding...">
              Create draft
            </Button>
          </Tools>
          <Help role="status">
            {storedAt === undefined
              ? 'Only you and your team see a draft.'
              : `Draft saved on this device at ${clockText(storedAt)}.`}
          </Help>
        </Card>
        {isDirty && (
          <Button variant="ghost" mt="2" onClick={discard}>
            Discard changes
          </Button>
        )}
      </chakra.div>
    </FormProvider>
  )
}
