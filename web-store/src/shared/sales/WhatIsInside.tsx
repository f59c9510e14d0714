import type { PublicLesson } from 'contract/courses/public-lesson'
import { type MouseEvent, useState } from 'react'
import { useGuaranteeDays } from '../../content/brand.ts'
import { serverMarkup } from '../../first-page/server-markup.tsx'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { later } from '../../ui/later.tsx'
import { Card, Wrap } from '../../ui/layout.tsx'
import { PriceTicket } from '../../ui/PriceTicket.tsx'
import { BuyButton } from './BuyButton.tsx'
import { contentLine, previewLesson, type ShownCourse } from './shown-course.ts'

type Part = { course: ShownCourse; heading?: string | undefined }

const Inside = serverMarkup<Part & { part: 'lessons' | 'teacher' }>(
  import.meta.env.SSR ? (await import('./Inside.tsx')).default : undefined,
  () => import('./Inside.tsx'),
)
const PreviewCard = serverMarkup<Part>(
  import.meta.env.SSR ? (await import('./PreviewCard.tsx')).default : undefined,
  () => import('./PreviewCard.tsx'),
)
const PreviewDialog = later(() => import('./PreviewDialog.tsx'))

/** Repeats name, price and button beside the free lesson; on phones the bar below does. */
function BuyBeside({ course }: Part) {
  const days = useGuaranteeDays()
  return (
    <Card data-sells padded display={{ base: 'none', lg: 'grid' }} justifyItems="start" gap="3">
      <chakra.p fontWeight="600">{course.name}</chakra.p>
      <PriceTicket price={course.price} />
      <BuyButton course={course} full quiet />
      <chakra.p textStyle="sm" color="fg.muted" hidden={course.free}>
        {days > 0
          ? t('{days}-day money-back guarantee. UPI, cards, net banking.', { days })
          : t('UPI, cards, net banking.')}
      </chakra.p>
    </Card>
  )
}

/** Lessons, facts and teacher of a course, with its free lesson beside them: played in a dialog, without scripts in a tab of its own. */
export function WhatIsInside({ course, heading }: Part) {
  const [playing, setPlaying] = useState<PublicLesson>()
  if (!contentLine(course)) return null
  const lesson = previewLesson(course.lessons)
  const beside = lesson || course.teacher_name
  const watch = (event: MouseEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return
    const link = (event.target as Element).closest('a')?.getAttribute('href')
    const chosen = link && previewLesson(course.lessons, link)
    if (!chosen) return
    event.preventDefault()
    setPlaying(chosen)
  }
  return (
    <chakra.section aria-label={heading ?? t('What is inside')} onClick={watch}>
      <Wrap
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: beside ? 'minmax(0,1fr) 368px' : 'minmax(0,1fr)' }}
        gridTemplateRows={{ lg: lesson && course.teacher_name ? 'auto 1fr' : undefined }}
        gap={{ base: '8', lg: '10' }}
        alignItems="start"
      >
        {lesson && (
          <chakra.div
            gridColumn={{ lg: '2' }}
            position={{ lg: course.teacher_name ? 'static' : 'sticky' }}
            top="6"
            display="grid"
            gridTemplateColumns="minmax(0,1fr)"
            gap="4"
          >
            <PreviewCard course={course} />
            <BuyBeside course={course} />
          </chakra.div>
        )}
        <chakra.div minW="0" gridColumn={{ lg: '1' }} gridRow={{ lg: '1 / span 2' }}>
          <Inside course={course} heading={heading} part="lessons" />
        </chakra.div>
        {course.teacher_name && (
          <chakra.div gridColumn={{ lg: '2' }}>
            <Inside course={course} part="teacher" />
          </chakra.div>
        )}
      </Wrap>
      {playing && <PreviewDialog lesson={playing} onClose={() => setPlaying(undefined)} />}
    </chakra.section>
  )
}
