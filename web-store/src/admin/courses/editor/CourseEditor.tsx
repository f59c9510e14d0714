import { useQueryClient } from '@tanstack/react-query'
import { Course } from 'contract/courses/courses'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useLocation, useSearchParams } from 'react-router-dom'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { later } from '../../../ui/later.tsx'
import { Card } from '../../../ui/layout.tsx'
import { IconClock, IconEye } from '../../../ui/secondary-icons.ts'
import { DraftNotice } from '../../forms/DraftNotice.tsx'
import { courseDraft, type Draft } from '../../forms/editor-drafts.ts'
import { Tools } from '../../forms/form-parts.tsx'
import { stepOnEnter } from '../../forms/step-on-enter.ts'
import { useVersionedEditor } from '../../forms/use-editor.ts'
import { sameValue } from '../../forms/version-parts.ts'
import { adminApi, adminClient, withETag } from '../../host/admin-api.ts'
import { usePlatform } from '../../host/platform.tsx'
import { takingUploads } from '../../media/queue/upload-reference.ts'
import { useArrivals } from '../../media/queue/use-arrivals.ts'
import { TaskBar } from '../../shell/TaskBar.tsx'
import { DuplicateButton } from '../list/DuplicateButton.tsx'
import { PlacementCard } from '../plan/PlacementCard.tsx'
import { isOnSale, usePlacement } from '../plan/use-placement.ts'
import { BannerField, useFileAddress } from './BannerField.tsx'
import { undoSave } from './bring-back.ts'
import { type CourseBody, type CourseForm, courseResolver, overStored, previewCourse, toForm } from './course-form.ts'
import { SectionIndex, StepGrid } from './SectionIndex.tsx'
import { sectionFields } from './section-fields.tsx'
import { countProblems, courseParts, courseSteps, firstProblem, placesIn, type Section } from './sections.ts'
import { useBannerFirst } from './use-banner.ts'

type CoursePart = { default: ComponentType<{ courseId: string }> }

/** Cards of a course that other features add. */
const parts = Object.entries(import.meta.glob<CoursePart>('../../*/CourseEditorPart.tsx', { eager: true }))

const SalesPreview = later(() => import('./SalesPreview.tsx'))
const CourseVersions = later(() => import('./CourseVersions.tsx'))

/** Focuses a field by its name. The page's head has a `description` too. */
const focusField = (name: string) => document.querySelector<HTMLElement>(`#course-form [name="${name}"]`)?.focus()

type CourseEditorProps = {
  section: Section
  /** Precedes the form, with the form's own tool in it. */
  head: (tool: ReactNode) => ReactNode
  course: Course
  etag: string | undefined
  draft: Draft<CourseForm> | null
  /** An earlier version was brought back. */
  onBack: () => void
}

/** Edits one section of a course: it alone is saved, so what somebody else saves in another one is no conflict. */
export function CourseEditor({ section, head, course, etag, draft, onBack }: CourseEditorProps) {
  const { course_id: courseId, kind } = course
  const { fields, step, id } = section
  const { storeAddress } = usePlatform()
  const queries = useQueryClient()
  const [file, setFile] = useState<File | undefined>(draft?.file)
  const latestFile = useRef(file)
  latestFile.current = file
  const fileUrl = useFileAddress(file)
  const [previewing, setPreviewing] = useState(false)
  const placement = usePlacement(courseId).placement
  const sells = !placement || isOnSale(placement.state)
  const prepare = useBannerFirst(latestFile, (url) => {
    setFile(undefined)
    form.setValue('banner', url, { shouldDirty: true })
  })
  const editor = useVersionedEditor<CourseForm, CourseBody, Course>({
    draftName: courseDraft(courseId, id),
    draft,
    stored: course,
    etag,
    toForm,
    resolver: takingUploads(courseResolver({ sells, store: storeAddress('/'), fields })),
    file,
    onFile: setFile,
    shouldFocusError: false,
    restored: (one) => overStored(toForm(course), one, fields),
    present: async () => {
      const now = await withETag((options) => adminClient.courses.adminGet({ id: courseId }, options))
      return { ...now, data: Course.parse(now.data) }
    },
    prepare,
    send: (body, headers) => adminClient.courses.update({ params: { id: courseId }, headers, body }),
    agrees: (mine, theirs, base) =>
      fields.every((field) => sameValue(mine[field], theirs[field])) ||
      (base !== undefined && fields.every((field) => sameValue(base[field], theirs[field]))),
    undo: ({ before, made }) =>
      undoSave(
        { queries, courseId, onBack },
        async () => {
          const [, earlier] = await adminClient.courses.versions({ course_id: courseId })
          return made === before ? undefined : earlier?.version
        },
        made,
      ),
    parts: (mine, theirs, saved, base = saved) => courseParts(mine, theirs, base),
    merged: (mine, theirs, taken) => ({
      ...mine,
      ...Object.fromEntries([...taken].map((field) => [field, theirs[field as keyof Course]])),
    }),
    changes: adminApi.courses.key(),
    failure: 'Failed to update course',
  })
  const { form, values, notice, save, discard } = editor
  useArrivals(form)
  const [search] = useSearchParams()
  const { key } = useLocation()
  const wanted = search.get('field')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit leads to its field or heading once
  useEffect(() => {
    if (wanted) focusField(wanted)
    // Not when the console itself was opened here.
    else if (key !== 'default') document.getElementById(`section-${id}-title`)?.focus()
  }, [wanted, key])
  const order = courseSteps.flatMap(([one]) => placesIn(one, kind, courseId))
  const next = order[order.findIndex((place) => place.id === id) + 1]
  const places = placesIn(step, kind, courseId)
  return (
    <FormProvider {...form}>
      {head(
        <Button variant="outline" aria-pressed={previewing} onClick={() => setPreviewing(!previewing)}>
          <Icon of={IconEye} />
          Preview
        </Button>,
      )}
      <StepGrid>
        {places.length > 1 && <SectionIndex courseId={courseId} kind={kind} step={step} current={id} form={values} />}
        <chakra.div maxW={step === 'settings' ? 'none' : '880px'}>
          <DraftNotice {...notice} onDiscard={discard} />
          {step === 'settings' && (
            <>
              <PlacementCard courseId={courseId} />
              {kind === 'course' && parts.map(([path, { default: Part }]) => <Part key={path} courseId={courseId} />)}
            </>
          )}
          <Card asChild padded display="grid" gap="4.5">
            <chakra.form
              method="post"
              id="course-form"
              noValidate
              aria-labelledby={`section-${id}-title`}
              onKeyDown={stepOnEnter}
              onSubmit={form.handleSubmit(
                (body) => save.mutate({ body }),
                // A folded entry opens with its problem, in the next frame.
                (problems) => requestAnimationFrame(() => focusField(firstProblem(section, problems) ?? '')),
              )}
            >
              <chakra.h2 id={`section-${id}-title`} tabIndex={-1} outline="0" textStyle="h3" fontSize="1.375rem">
                {section.title}
              </chakra.h2>
              {sectionFields(id, <BannerField file={file} fileUrl={fileUrl} sells={sells} onFile={setFile} />)}
            </chakra.form>
          </Card>
          {step === 'settings' && <Copies courseId={courseId} onBack={onBack} />}
        </chakra.div>
        {previewing && (
          <SalesPreview
            course={previewCourse(values, courseId, file ? (fileUrl ?? '') : values.banner)}
            onClose={() => setPreviewing(false)}
          />
        )}
      </StepGrid>
      <TaskBar
        of={editor}
        savedAt={editor.savedAt}
        formId="course-form"
        problems={countProblems(form.formState.errors)}
        next={next}
        changed="this course"
        part="field"
      >
        Save changes
      </TaskBar>
    </FormProvider>
  )
}

/** Leads to earlier versions of the course, and makes another one like it. */
function Copies({ courseId, onBack }: { courseId: string; onBack: () => void }) {
  const [looking, setLooking] = useState(false)
  return (
    <Tools mt="5">
      <Button variant="outline" onClick={() => setLooking(true)}>
        <Icon of={IconClock} />
        Versions
      </Button>
      <DuplicateButton courseId={courseId} />
      {looking && <CourseVersions courseId={courseId} onBack={onBack} onClose={() => setLooking(false)} />}
    </Tools>
  )
}
