import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { clockLength } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconPlayerPlayFilled } from '../../ui/icons.ts'
import { Card } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { previewLesson, type ShownCourse } from './shown-course.ts'

/** The whole card is the way to the lesson: in a dialog, and without scripts in a tab of its own. */
const Watch = chakra('a', {
  base: {
    display: 'block',
    p: '4',
    '& b': { display: 'block', fontWeight: '600' },
    '&::after': { content: '""', position: 'absolute', inset: '0' },
    '& span': { textStyle: 'sm', color: 'fg.muted' },
  },
})

const Play = chakra('span', {
  base: {
    position: 'absolute',
    left: '3.5',
    bottom: '3.5',
    display: 'grid',
    placeItems: 'center',
    w: '14',
    h: '14',
    borderRadius: 'full',
    bg: 'rgb(20 22 63/.86)',
    color: 'white',
  },
})

/** The first free lesson of a course, which has one at least. */
export default function PreviewCard({ course }: { course: ShownCourse }) {
  const lesson = previewLesson(course.lessons)
  return (
    <Card position="relative" overflow="hidden">
      <chakra.div position="relative">
        <Picture place="third" src={course.banner} alt="" label={course.name} />
        <Play aria-hidden>
          <Icon of={IconPlayerPlayFilled} size={24} />
        </Play>
      </chakra.div>
      <Watch href={lesson?.preview_link ?? ''} target="_blank" rel="noopener noreferrer">
        <b>{t('Watch one lesson free')}</b>
        <span>
          {lesson?.seconds == null
            ? t('{lesson}. No sign-up.', { lesson: lesson?.title ?? '' })
            : t('{lesson}, {length}. No sign-up.', { lesson: lesson.title, length: clockLength(lesson.seconds) })}
        </span>
      </Watch>
    </Card>
  )
}
