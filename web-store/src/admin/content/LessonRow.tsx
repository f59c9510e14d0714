import { isTask, mayLackLink } from 'contract/courses/lesson-input'
import type { LinkResult } from 'contract/courses/link-check'
import { type ReactNode, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Card, Stack } from '../../ui/layout.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { LessonFile } from './LessonFile.tsx'
import { LessonLine } from './LessonLine.tsx'
import { LessonResources } from './LessonResources.tsx'
import { LinkState } from './LinkState.tsx'
import type { ContentForm } from './lesson-form.ts'
import { NewTask } from './NewTask.tsx'
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

type LessonRowProps = {
  index: number
  /** The number of all lessons. */
  count: number
  /** Moves it by dragging or by keys. */
  handle: ReactNode
  results: Map<string, LinkResult>
  onPreview: (preview: boolean) => void
  onMove: (to: number) => void
  onRemove: () => void
  /** Answers whether the text was lessons of its own. */
  onPasteText: (text: string) => boolean
  onChoose: () => void
}

/** One lesson in a line, and opened with all its fields. One that has nothing yet begins open. */
export function LessonRow({ onPasteText, ...line }: LessonRowProps) {
  const { index, results } = line
  const { register, formState, watch } = useFormContext<ContentForm>()
  const lesson = watch(`content.${index}`)
  const isNewTask = Boolean(lesson?.live ?? lesson?.assignment)
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
