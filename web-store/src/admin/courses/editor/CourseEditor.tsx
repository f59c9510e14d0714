import type { CourseKind } from 'contract/courses/bundles'
import type { Course } from 'contract/courses/courses'
import { type ComponentType, type ReactNode, useRef, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { shopNow } from '../../../stores/shop-clock.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { later } from '../../../ui/later.tsx'
import { IconEye } from '../../../ui/secondary-icons.ts'
import { DraftNotice } from '../../forms/DraftNotice.tsx'
import type { Draft } from '../../forms/editor-drafts.ts'
import { SaveBar } from '../../forms/SaveBar.tsx'
import { stepOnEnter } from '../../forms/step-on-enter.ts'
import { useEditor } from '../../forms/use-editor.ts'
import { usePlatform } from '../../host/platform.tsx'
import { takingUploads } from '../../media/queue/upload-reference.ts'
import { useArrivals } from '../../media/queue/use-arrivals.ts'
import { useCurrentSection } from '../../shell/use-current-section.ts'
import { PlacementCard } from '../plan/PlacementCard.tsx'
import { isOnSale, usePlacement } from '../plan/use-placement.ts'
import { BannerField, useFileAddress } from './BannerField.tsx'
import { type CourseBody, type CourseForm, courseResolver, overStored, previewCourse, toForm } from './course-form.ts'
import { FormSection } from './FormSection.tsx'
import { SectionIndex, useShownProblem } from './SectionIndex.tsx'
import { sectionFields } from './section-fields.tsx'
import { countProblems, type SectionId, sectionsOf } from './sections.ts'
import { useSaveCourse } from './use-save-course.ts'

type CoursePart = { default: ComponentType<{ courseId: string }> }

/** Cards of a course that other features add. */
const parts = Object.entries(import.meta.glob<CoursePart>('../../*/CourseEditorPart.tsx', { eager: true }))

const SalesPreview = later(() => import('./SalesPreview.tsx'))
const SellConfirm = later(() => import('../plan/SellConfirm.tsx'))
const ConflictDialog = later(() => import('./ConflictDialog.tsx'))

type CourseEditorProps = {
  /** Kind of a new course. */
  kind?: CourseKind
  /** Precedes the form, with the form's own tool in it. */
  head: (tool: ReactNode) => ReactNode
  /** The stored course; absent for a new one. */
  course?: Course
  etag?: string | undefined
  draftName: string
  draft: Draft<CourseForm> | null
  /** `here`: the form is still shown. `typed`: what was typed since the save was sent. */
  onSaved: (course: Course, after: { here: boolean; typed?: Draft<CourseForm> | undefined }) => void
}

/** Edits a course, new or stored: sections with an index, a draft stored while typing, a preview beside it. */
export function CourseEditor(props: CourseEditorProps) {
  const { head, course, draftName, draft, onSaved, kind = course?.kind ?? 'course' } = props
  const adding = course === undefined
  const thing = kind === 'bundle' ? 'bundle' : 'Course'
  const { storeAddress } = usePlatform()
  const [file, setFile] = useState<File | undefined>(draft?.file)
  const [previewing, setPreviewing] = useState(false)
  const [opened, setOpened] = useState<Partial<Record<SectionId, boolean>>>({})
  const [asDraft, setAsDraft] = useState(false)
  const placement = usePlacement(course?.course_id).placement
  const sells = adding ? !asDraft : !placement || isOnSale(placement.state)
  const resolver = takingUploads(courseResolver({ adding, sells, store: storeAddress('/') }))
  const base = (stored: Course | undefined) => toForm(stored, kind)
  const editor = useEditor<CourseForm, CourseBody, Course | undefined>({
    draftName,
    draft,
    stored: course,
    etag: props.etag,
    toForm: base,
    resolver,
    file,
    onFile: setFile,
    shouldFocusError: false,
    restored: (draft) => overStored(base(course), draft),
  })
  const { form, values, isDirty: dirty, storedAt, version: etag, notice, discard } = editor
  const { errors } = form.formState
  const { current, go } = useCurrentSection<SectionId>('basics')
  const fileUrl = useFileAddress(file)

  useArrivals(form)

  const latestFile = useRef(file)
  latestFile.current = file
  const { save, conflict, dropConflict } = useSaveCourse({
    courseId: course?.course_id,
    etag,
    file,
    form: editor.saving,
    onBanner: (url) => {
      // Another file may have been chosen since.
      if (latestFile.current !== file) return
      setFile(undefined)
      form.setValue('banner', url, { shouldDirty: true })
    },
    onSaved: (saved, { here, typed }) => {
      const remaining = typed && {
        ...typed,
        kept_at: shopNow().getTime(),
        ...(latestFile.current && { file: latestFile.current }),
      }
      if (remaining && !adding) editor.restart({ data: saved, etag: remaining.etag }, remaining.values)
      else if (here) {
        setFile(undefined)
        editor.restart(editor.saved)
      }
      onSaved(saved, { here, typed: remaining })
    },
  })
  const openSection = (id: SectionId) => {
    setOpened((before) => ({ ...before, [id]: true }))
    go(id)
  }
  const showProblem = useShownProblem((section) => setOpened((before) => ({ ...before, [section]: true })))
  // A new course has no lessons yet: it goes on sale only after a question.
  const [empty, setEmpty] = useState<CourseBody>()
  const send = (body: CourseBody, draft: boolean) => {
    setEmpty(undefined)
    save.mutate({ body, asDraft: draft })
  }
  const submit = form.handleSubmit(
    (body) => (adding && !asDraft && kind === 'course' ? setEmpty(body) : send(body, asDraft)),
    showProblem,
  )

  return (
    <FormProvider {...form}>
      {head(
        <Button variant="outline" aria-pressed={previewing} onClick={() => setPreviewing(!previewing)}>
          <Icon of={IconEye} />
          Preview
        </Button>,
      )}
      {course && <PlacementCard courseId={course.course_id} />}
      {course?.kind === 'course' &&
        parts.map(([file, { default: Part }]) => <Part key={file} courseId={course.course_id} />)}
      <DraftNotice {...notice} onDiscard={discard} />
      <chakra.div
        display="grid"
        gridTemplateColumns={{
          base: 'minmax(0,1fr)',
          lg: '224px minmax(0,1fr)',
          xl: previewing ? '200px minmax(0,1fr) 400px' : '224px minmax(0,1fr)',
        }}
        gap={{ base: '4', lg: previewing ? '5' : '8' }}
        alignItems="start"
        pb="var(--fixed-bar, 76px)"
      >
        <SectionIndex form={values} errors={errors} current={current} onOpen={openSection} />
        <chakra.form
          id="course-form"
          noValidate
          onKeyDown={stepOnEnter}
          onSubmit={submit}
          display="grid"
          gap="5"
          minW="0"
        >
          {sectionsOf(values.kind).map(({ id, title: heading, folds }) => (
            <FormSection
              key={id}
              id={id}
              title={heading}
              summary={folds?.(values)}
              open={opened[id] ?? false}
              onToggle={() => setOpened((before) => ({ ...before, [id]: !before[id] }))}
            >
              {sectionFields(id, {
                adding,
                banner: <BannerField file={file} fileUrl={fileUrl} sells={sells} onFile={setFile} />,
              })}
            </FormSection>
          ))}
        </chakra.form>
        {previewing && (
          <SalesPreview
            course={previewCourse(values, course?.course_id ?? 'new-course', file ? (fileUrl ?? '') : values.banner)}
            onClose={() => setPreviewing(false)}
          />
        )}
      </chakra.div>
      <SaveBar
        problems={countProblems(errors)}
        storedAt={storedAt}
        rest={dirty ? 'Saving draft...' : adding ? 'Nothing entered yet.' : 'No changes yet.'}
      >
        {dirty && (
          <Button variant="ghost" display={{ base: 'none', lg: 'inline-flex' }} onClick={discard}>
            Discard changes
          </Button>
        )}
        {adding && (
          <chakra.label display="flex" alignItems="center" gap="2" minH="11" cursor="pointer" whiteSpace="nowrap">
            <input type="checkbox" checked={asDraft} onChange={(event) => setAsDraft(event.target.checked)} />
            As draft
          </chakra.label>
        )}
        <Button type="submit" form="course-form" busy={save.isPending} busyText={adding ? 'Adding...' : 'Saving...'}>
          {adding ? `Add ${thing}` : 'Save changes'}
        </Button>
      </SaveBar>
      {empty && (
        <SellConfirm
          busy={save.isPending}
          missing={['lessons']}
          onSell={() => send(empty, false)}
          onDraft={() => send(empty, true)}
          onClose={() => setEmpty(undefined)}
        />
      )}
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          base={course ?? {}}
          busy={save.isPending}
          onSave={(body) => save.mutate({ body, asDraft, over: conflict.etag })}
          onClose={dropConflict}
        />
      )}
    </FormProvider>
  )
}
