import { useQueryClient } from '@tanstack/react-query'
import { Course } from 'contract/courses/courses'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useLocation, useSearchParams } from 'react-router-dom'
import { Stopped } from '../../../shared/forms/use-action-form.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Field } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { later } from '../../../ui/later.tsx'
import { Card } from '../../../ui/layout.tsx'
import { IconClock, IconEye } from '../../../ui/secondary-icons.ts'
import { slot } from '../../../ui/slot.tsx'
import { toast } from '../../../ui/toaster.ts'
import { DraftNotice } from '../../forms/DraftNotice.tsx'
import { courseDraft, type Draft } from '../../forms/editor-drafts.ts'
import { Help, Tools } from '../../forms/form-parts.tsx'
import { Segments } from '../../forms/Segments.tsx'
import { stepOnEnter } from '../../forms/step-on-enter.ts'
import { uploadProblem } from '../../forms/upload.ts'
import { useVersionedEditor } from '../../forms/use-editor.ts'
import { useFileAddress } from '../../forms/use-file-address.ts'
import { sameValue } from '../../forms/version-parts.ts'
import { WaitingButton } from '../../forms/WaitingButton.tsx'
import { adminApi, adminClient, withETag } from '../../host/admin-api.ts'
import { usePlatform } from '../../host/platform.tsx'
import { priceQuestion, Question } from '../../kit/question.tsx'
import { courseStateHelp, courseStateOptions } from '../../lists/course-states.ts'
import { adminQueue } from '../../media/queue/admin-queue.ts'
import { arrival } from '../../media/queue/arrivals.ts'
import { sourceOf } from '../../media/queue/file-source.ts'
import type { UploadQueue } from '../../media/queue/upload-queue.ts'
import { takingUploads } from '../../media/queue/upload-reference.ts'
import { useArrivals, useArrived } from '../../media/queue/use-arrivals.ts'
import { TaskBar } from '../../shell/TaskBar.tsx'
import type { OneCourse } from '../courses.queries.ts'
import { DuplicateButton } from '../list/DuplicateButton.tsx'
import { isOnSale, lackOf, usePlacement } from '../plan/use-placement.ts'
import { BannerField } from './BannerField.tsx'
import { Blocks } from './Blocks.tsx'
import { undoSave } from './bring-back.ts'
import {
  type CourseBody,
  type CourseForm,
  courseResolver,
  overStored,
  PENDING_UPLOAD,
  previewCourse,
  toForm,
} from './course-form.ts'
import { SectionIndex, StepGrid } from './SectionIndex.tsx'
import { countProblems, courseParts, courseSteps, firstProblem, placesIn, type Section } from './sections.ts'

/** Cards of a course that other features add. */
const Parts = slot<OneCourse>(import.meta.glob('../../*/CourseEditorPart.tsx', { eager: true }))

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
  // Beside what is written where there is room, over it on request elsewhere.
  const [previewing, setPreviewing] = useState(step === 'page' && matchMedia('(min-width: 1200px)').matches)
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
  const [priceAsked, setPriceAsked] = useState<Question & { body: CourseBody }>()
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
        {places.length > 1 && <SectionIndex courseId={courseId} kind={kind} step={step} current={id} />}
        <chakra.div maxW={step === 'settings' ? 'none' : '880px'}>
          <DraftNotice {...notice} onDiscard={discard} />
          {step === 'settings' && (
            <>
              <PlacementCard courseId={courseId} />
              {kind === 'course' && <Parts courseId={courseId} />}
            </>
          )}
          <Card asChild padded display="grid" gridTemplateColumns="minmax(0,1fr)" gap="4.5">
            <chakra.form
              method="post"
              id="course-form"
              noValidate
              aria-labelledby={`section-${id}-title`}
              onKeyDown={stepOnEnter}
              onSubmit={form.handleSubmit(
                (body) => {
                  const asked =
                    fields.includes('price') && priceQuestion(editor.saved.data.price, body.price ?? Number.NaN)
                  if (asked) setPriceAsked({ ...asked, body })
                  else save.mutate({ body })
                },
                // A folded entry opens with its problem, in the next frame.
                (problems) => requestAnimationFrame(() => focusField(firstProblem(section, problems) ?? '')),
              )}
            >
              <chakra.h2 id={`section-${id}-title`} tabIndex={-1} outline="0" textStyle="h3" fontSize="1.375rem">
                {section.title}
              </chakra.h2>
              <Blocks
                section={section}
                banner={<BannerField file={file} fileUrl={fileUrl} sells={sells} onFile={setFile} />}
              />
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
      {priceAsked && (
        <Question
          {...priceAsked}
          onConfirm={() => {
            setPriceAsked(undefined)
            save.mutate({ body: priceAsked.body })
          }}
          onClose={() => setPriceAsked(undefined)}
        />
      )}
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

async function uploaded(queue: UploadQueue, file: File | undefined): Promise<string> {
  if (!file) throw new Stopped('The file of the banner is gone')
  const [key = ''] = queue.add([sourceOf(file)])
  try {
    const media = await arrival(queue, key)
    if (media) return media.url
  } catch (error) {
    const { title, reason } = uploadProblem((error as Error).message, 'image')
    toast.error(title, { description: reason })
    throw new Stopped(title)
  }
  toast.error('Failed to get banner URL after upload')
  throw new Stopped('no address')
}

/** Uploads the banner's file before a save, once whatever happens next, and waits for the other files of the form. */
function useBannerFirst(file: RefObject<File | undefined>, onUploaded: (url: string) => void) {
  const queue = adminQueue(usePlatform())
  const arrived = useArrived()
  const latest = useRef(onUploaded)
  latest.current = onUploaded
  return async (body: CourseBody): Promise<CourseBody> => {
    if (body.banner !== PENDING_UPLOAD) return arrived(body)
    const sent = file.current
    const banner = await uploaded(queue, sent)
    // Another file may have been chosen since.
    if (file.current === sent) latest.current(banner)
    return arrived({ ...body, banner })
  }
}

const SellConfirm = later(() => import('../plan/SellConfirm.tsx'))

/** Its state, and the place in the catalogue: saved at once, apart from the form. */
function PlacementCard({ courseId }: { courseId: string }) {
  const { placement, busy, move, choose, asking, confirm, dismiss } = usePlacement(courseId)
  if (!placement) return null
  const { state, place, courses } = placement
  return (
    <Card display="flex" flexWrap="wrap" alignItems="center" gap="5" px="5" py="3.5" mb="5" aria-busy={busy}>
      <chakra.div overflowX="auto" maxW="full">
        <Segments label="In the catalogue" value={state} onChange={choose} options={courseStateOptions} />
      </chakra.div>
      <chakra.div flex="1" minW="180px">
        <Help>{courseStateHelp[state]}</Help>
      </chakra.div>
      <Place key={place} place={place} courses={courses} onMove={move} />
      {asking && (
        <SellConfirm busy={busy} courseId={courseId} {...lackOf(placement)} onSell={confirm} onClose={dismiss} />
      )}
    </Card>
  )
}

/** More than these are not chosen from a list but typed. */
const LISTED = 100

type PlaceProps = { place: number; courses: number; onMove: (place: number) => void }

function Place({ place, courses, onMove }: PlaceProps) {
  const [typed, setTyped] = useState(String(place))
  if (courses <= LISTED) {
    return (
      <chakra.div w="170px">
        <Field
          as="select"
          label="Place in the catalogue"
          value={place}
          onChange={(event) => onMove(Number(event.target.value))}
        >
          {Array.from({ length: courses }, (_, index) => index + 1).map((each) => (
            <option key={each} value={each}>
              {each} of {courses}
            </option>
          ))}
        </Field>
      </chakra.div>
    )
  }
  const wanted = Number(typed)
  const good = Number.isInteger(wanted) && wanted >= 1 && wanted <= courses
  return (
    <chakra.form
      method="post"
      noValidate
      display="flex"
      gap="2"
      alignItems="start"
      onSubmit={(event) => {
        event.preventDefault()
        if (good && wanted !== place) onMove(wanted)
      }}
    >
      <chakra.div w="190px">
        <Field
          label="Place in the catalogue"
          inputMode="numeric"
          value={typed}
          maxLength={7}
          help={`Now at ${place} of ${courses}`}
          error={good ? undefined : `Enter a number from 1 to ${courses}`}
          onChange={(event) => setTyped(event.target.value)}
        />
      </chakra.div>
      <WaitingButton
        type="submit"
        variant="outline"
        mt="30px"
        waitsFor={good ? wanted === place && 'Type another place first' : `Enter a number from 1 to ${courses}`}
      >
        Move
      </WaitingButton>
    </chakra.form>
  )
}
