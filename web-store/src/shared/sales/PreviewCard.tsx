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
    px: '4',
    py: { base: '2', lg: '4' },
    '& b': { display: 'block', fontWeight: '600' },
    '&::after': { content: '""', position: 'absolute', inset: '0' },
    '& span': { textStyle: 'sm', color: 'fg.muted' },
  },
})

const Play = chakra('span', {
  base: {
    position: 'absolute',
    left: { base: '2', lg: '3.5' },
    bottom: { base: '2', lg: '3.5' },
    display: 'grid',
    placeItems: 'center',
    w: { base: '9', lg: '14' },
    h: { base: '9', lg: '14' },
    borderRadius: 'full',
    bg: 'rgb(20 22 63/.86)',
    color: 'white',
  },
})

/** The first free lesson of a course, which has one at least. */
export default function PreviewCard({ course }: { course: ShownCourse }) {
  const lesson = previewLesson(course.lessons)
  return (
    <Card
      position="relative"
      display={{ base: 'grid', md: 'block' }}
      gridTemplateColumns="2fr 3fr"
      alignItems="center"
      overflow="hidden"
    >
      <chakra.div position="relative">
        {/* The file that the hero has loaded. */}
        <Picture place="hero" src={course.banner} alt="" label={course.name} />
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
