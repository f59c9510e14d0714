import { chakra } from '@chakra-ui/react'
import { type MouseEvent, useState } from 'react'
import { kept } from '../../ui/kept.tsx'
import { later } from '../../ui/later.tsx'
import { Wrap } from '../../ui/layout.tsx'
import { previewLesson, type ShownCourse, saysInside } from './shown-course.ts'

type Part = { course: ShownCourse }

const Inside = kept<Part>(
  import.meta.env.SSR ? (await import('./Inside.tsx')).default : undefined,
  () => import('./Inside.tsx'),
)
const PreviewCard = kept<Part>(
  import.meta.env.SSR ? (await import('./PreviewCard.tsx')).default : undefined,
  () => import('./PreviewCard.tsx'),
)
const PreviewDialog = later(() => import('./PreviewDialog.tsx'))

/** Lessons, facts and teacher of a course, with its free lesson beside them: played in a dialog, without scripts in a tab of its own. */
export function WhatIsInside({ course }: Part) {
  const [playing, setPlaying] = useState(false)
  if (!saysInside(course)) return null
  const lesson = previewLesson(course.lessons)
  const watch = (event: MouseEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return
    if (!(event.target as Element).closest('a')) return
    event.preventDefault()
    setPlaying(true)
  }
  return (
    <section aria-label="What is inside">
      <Wrap
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: lesson ? 'minmax(0,1fr) 368px' : 'minmax(0,1fr)' }}
        gap={{ base: '8', lg: '10' }}
        alignItems="start"
      >
        {lesson && (
          <chakra.div order={{ lg: '1' }} position={{ lg: 'sticky' }} top="6" onClick={watch}>
            <PreviewCard course={course} />
          </chakra.div>
        )}
        <Inside course={course} />
      </Wrap>
      {lesson && playing && <PreviewDialog lesson={lesson} onClose={() => setPlaying(false)} />}
    </section>
  )
}
