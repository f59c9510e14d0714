import { isTask, mayLackLink } from 'contract/courses/lesson-input'
import { titleOfFile } from 'contract/courses/lesson-title'
import type { LinkResult } from 'contract/courses/link-check'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { later } from '../../ui/later.tsx'
import { Card, Stack } from '../../ui/layout.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { IconPhoto } from '../host/admin-icons.ts'
import { Thumb } from '../lists/Thumb.tsx'
import { uploadKeyOf } from '../media/queue/upload-reference.ts'
import { LessonLine, type LessonLineProps } from './LessonLine.tsx'
import { LessonResources } from './LessonResources.tsx'
import { LinkState } from './LinkState.tsx'
import type { ContentForm } from './lesson-form.ts'
import { TasksBeside } from './TaskLink.tsx'

const Fields = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0,1fr)', md: 'repeat(2,minmax(0,1fr))' },
    gap: '3.5',
    px: { base: '4', md: '5' },
    py: '4',
    borderTopWidth: '1px',
    borderColor: 'border',
    minW: '0',
  },
})

const labels = {
  section: 'section',
  download_link: 'download link',
  length: 'length',
  opens_after_days: 'opens after days',
  opens_at: 'opens at',
} as const

type LessonRowProps = Omit<LessonLineProps, 'open' | 'onOpen'> & {
  /** Answers whether the text was lessons of its own. */
  onPasteText: (text: string) => boolean
}

/** One lesson in a line, and opened with all its fields. One that has nothing yet begins open. */
export function LessonRow({ onPasteText, ...line }: LessonRowProps) {
  const { index, results } = line
  const { register, formState, watch } = useFormContext<ContentForm>()
  const lesson = watch(`content.${index}`)
  const isNewTask = Boolean(lesson?.live ?? lesson?.assignment ?? lesson?.quiz)
  const [opened, setOpened] = useState(isNewTask || (lesson?.watch_link.trim() === '' && !mayLackLink(lesson.kind)))
  const task = isTask(lesson?.kind)
  const problems = formState.errors.content?.[index]
  // An error is shown, even in a folded lesson.
  const wrong = Boolean(problems && Object.keys(problems).some((part) => part !== 'title'))
  const open = opened || wrong
  const field = (part: keyof typeof labels) => ({
    error: problems?.[part]?.message,
    'aria-label': `Lesson ${index + 1}, ${labels[part]}`,
    ...register(`content.${index}.${part}`),
  })
  return (
    <Card asChild data-lesson data-line>
      <section
        aria-label={`Lesson ${index + 1}`}
        onPaste={(event) => {
          if (onPasteText(event.clipboardData.getData('text'))) event.preventDefault()
        }}
      >
        <LessonLine {...line} open={open} onOpen={() => setOpened(!open)} />
        {open && (
          <Fields>
            {isNewTask && <NewTask index={index} />}
            {!task && (
              <>
                <chakra.div gridColumn="1/-1">
                  <LessonFile index={index} result={results.get(lesson?.watch_link.trim() ?? '')} />
                </chakra.div>
                <div>
                  <Field label="Download link" optional inputMode="url" maxLength={2000} {...field('download_link')} />
                  <LinkState result={results.get(lesson?.download_link.trim() ?? '')} />
                </div>
              </>
            )}
            <Field label="Section" optional maxLength={120} {...field('section')} />
            <Field
              label="Length"
              optional
              maxLength={8}
              placeholder="4:20"
              help={
                task
                  ? 'About how long it takes.'
                  : 'For videos on other sites. For videos in your library we read it from the file.'
              }
              {...field('length')}
            />
            <Stack gap="3.5" gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: '190px minmax(0,1fr)' }}>
              <Field
                label="Opens after days"
                optional
                inputMode="numeric"
                maxLength={4}
                help="Counted from the day a student gets the course."
                {...field('opens_after_days')}
              />
              <Field
                label="Or at (Indian time)"
                optional
                type="datetime-local"
                help="Opens to all students at this time."
                {...field('opens_at')}
              />
            </Stack>
            {!task && (
              <>
                <TasksBeside lessonId={lesson?.lesson_id ?? ''} number={index + 1} />
                <LessonResources index={index} />
                <Muted gridColumn="1/-1">
                  {lesson?.kind === 'live'
                    ? 'The watch link is the recording, once there is one. Students complete the lesson by joining it, or by the recording.'
                    : 'Visitors can watch a free preview before they buy. All previews of a course may have 30 minutes together.'}
                </Muted>
              </>
            )}
          </Fields>
        )}
      </section>
    </Card>
  )
}

const Whole = chakra('div', { base: { gridColumn: '1/-1' } })

type Path =
  | 'live.starts_at'
  | 'live.minutes'
  | 'live.join_link'
  | 'assignment.instructions'
  | 'assignment.criteria'
  | 'quiz.questions'

/** The date of a new live lesson, the task of a new assignment or the questions of a new quiz: one save stores it with its lesson. */
function NewTask({ index }: { index: number }) {
  const { register, watch, getFieldState, formState } = useFormContext<ContentForm>()
  const lesson = watch(`content.${index}`)
  const field = (part: Path, label: string) => ({
    label,
    'aria-label': `Lesson ${index + 1}, ${label.toLowerCase()}`,
    error: getFieldState(`content.${index}.${part}`, formState).error?.message,
    ...register(`content.${index}.${part}`),
  })
  if (lesson?.live)
    return (
      <>
        <Field type="datetime-local" {...field('live.starts_at', 'Begins (Indian time)')} />
        <Field inputMode="numeric" maxLength={3} {...field('live.minutes', 'Minutes')} />
        <Whole>
          <Field
            inputMode="url"
            maxLength={2000}
            placeholder="https://meet.google.com/abc-defg-hij"
            help="From Meet, Zoom, YouTube or any other service. Leave beginning and link empty to set them later."
            {...field('live.join_link', 'Join link')}
          />
        </Whole>
      </>
    )
  if (lesson?.assignment)
    return (
      <>
        <Whole>
          <Field as="textarea" rows={4} maxLength={5000} {...field('assignment.instructions', 'Instructions')} />
        </Whole>
        <Whole>
          <Field
            as="textarea"
            rows={3}
            help="One criterion per line. Students submit text; edit the assignment later for files, points and a due date."
            {...field('assignment.criteria', 'Criteria')}
          />
        </Whole>
      </>
    )
  if (lesson?.quiz)
    return (
      <Whole>
        <Field
          as="textarea"
          rows={6}
          placeholder={'Which key cuts a clip?\n* B\nV\nA'}
          help="A question, then an answer in each line, the right ones behind a *. An empty line begins the next question. Edit the quiz later for short answers, explanations and the pass mark."
          {...field('quiz.questions', 'Questions')}
        />
      </Whole>
    )
  return null
}

const MediaPicker = later(() => import('../media/library/MediaPicker.tsx'))

/** The name in the address of a file of the library; undefined for a link to elsewhere. */
const nameOfFile = (link: string): string | undefined => /^\/media\/[^/]+\/([^/?#]+)$/.exec(link)?.[1]

type LessonFileProps = { index: number; result: LinkResult | undefined }

/** The video of a lesson: a file of the library by its name, or a link that is typed. */
function LessonFile({ index, result }: LessonFileProps) {
  const { register, watch, setValue, getValues, formState } = useFormContext<ContentForm>()
  const [picking, setPicking] = useState(false)
  const path = `content.${index}.watch_link` as const
  const link = watch(path) ?? ''
  const isLive = watch(`content.${index}.kind`) === 'live'
  // A file just picked from the library is not among the pictures of the stored lessons.
  const [picked, setPicked] = useState<Readonly<Record<string, string>>>({})
  const shown = picked[link]
  const set = (url: string) => setValue(path, url, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  const take = (url: string, name: string) => {
    setPicking(false)
    set(url)
    if (!getValues(`content.${index}.title`).trim()) {
      setValue(`content.${index}.title`, titleOfFile(name), { shouldDirty: true })
    }
  }
  // The row says how far it is.
  if (uploadKeyOf(link) !== undefined) return null
  const problem = formState.errors.content?.[index]?.watch_link?.message
  const file = nameOfFile(link)
  return (
    // The words below the link pull nothing beside it down.
    <chakra.div display="flex" alignItems={problem || result ? 'center' : 'end'} gap="2" flexWrap="wrap">
      {shown && <Thumb url={shown} kind="video" />}
      <chakra.div flex="1 1 180px" minW="0">
        {file ? (
          <chakra.p overflowWrap="anywhere">
            <chakra.span display="block" textStyle="label">
              {isLive ? 'Recording' : 'File'}
            </chakra.span>
            {file}
          </chakra.p>
        ) : (
          <Field
            label={isLive ? 'Watch link of the recording' : 'Watch link'}
            {...(isLive ? { optional: true } : { required: true })}
            inputMode="url"
            maxLength={2000}
            error={problem}
            aria-label={`Lesson ${index + 1}, watch link`}
            {...register(path)}
          />
        )}
        <LinkState result={result} />
      </chakra.div>
      {file && (
        <Button variant="ghost" minH="44px" size="sm" onClick={() => set('')}>
          Use a link
          <VisuallyHidden> for lesson {index + 1}</VisuallyHidden>
        </Button>
      )}
      <Button variant="outline" minH="44px" size="sm" onClick={() => setPicking(true)}>
        <Icon of={IconPhoto} size={16} />
        From library
        <VisuallyHidden> for lesson {index + 1}</VisuallyHidden>
      </Button>
      {picking && (
        <MediaPicker
          kind="video"
          onPick={({ url, name, preview_url }) => {
            if (preview_url) setPicked((before) => ({ ...before, [url]: preview_url }))
            take(url, name)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </chakra.div>
  )
}
