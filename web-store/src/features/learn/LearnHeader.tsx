import type { StudentLesson } from 'contract/learning'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { useWorker } from '../../shared/offline/worker.ts'
import { useSession } from '../../stores/session.ts'
import { Avatar, initialOf } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Row } from '../../ui/layout.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { IconArrowLeft } from '../../ui/secondary-icons.ts'
import { slot } from '../../ui/slot.tsx'
import { LESSON_SHEET, ON_ITS_SIDE } from './lesson/stage-parts.tsx'
import { percentDone, useContent } from './lesson/use-content.ts'

export type CourseInPlayer = { courseId: string; lessons: readonly StudentLesson[]; currentId: string | null }

/** Buttons that other features add. */
const Parts = slot<CourseInPlayer>(import.meta.glob('../*/LearnHeaderPart.tsx', { eager: true }))

const Title = chakra('p', {
  base: {
    flex: '1',
    minW: '0',
    truncate: true,
    fontSize: '1.0625rem',
    lineHeight: '1.2',
    fontWeight: '600',
    // On its side the lesson is above its course; elsewhere its title is on the page.
    '& > span': { display: 'none' },
    [ON_ITS_SIDE]: {
      fontSize: '.875rem',
      fontWeight: '400',
      '& > span': { display: 'block', truncate: true, fontSize: '1rem', fontWeight: '600' },
    },
  },
})

const IN_SIGHT = '& > * > [data-in-sight]'
const OFF_FILM = '& > * > [data-off-film]'

/** On a phone on its side it lies over an own video, and goes with the controls of that. */
const Bar = chakra('header', {
  base: {
    position: 'relative',
    zIndex: '5',
    bg: 'bg.panel',
    borderBottomWidth: '1px',
    borderColor: 'border',
    [IN_SIGHT]: { display: 'none' },
    [ON_ITS_SIDE]: {
      [IN_SIGHT]: { display: 'inline-flex' },
      [OFF_FILM]: { display: 'none !important' },
      'body:has([data-picture] > video) &': {
        position: 'absolute',
        insetInline: '0',
        bg: 'rgb(12 13 43 / .92)',
        borderColor: 'transparent',
        color: 'white',
        '& a, & button': { color: 'white', _hover: { bg: '#2A2E6B' }, _focusVisible: { outlineColor: 'white' } },
      },
      'body:has([data-picture] > video ~ * > [data-away]) &': {
        '&:not(:focus-within)': { opacity: '0', pointerEvents: 'none' },
      },
    },
  },
})

/** The header of the player: the way back, the course and how much of it is done. */
export default function LearnHeader() {
  const { courseId = '' } = useParams()
  useWorker(courseId)
  const [search] = useSearchParams()
  const { data } = useContent(courseId)
  const name = useSession((state) => state.user?.name || state.user?.email || '')
  const lessons = data?.content ?? []
  const percent = percentDone(lessons)
  const at = lessons.findIndex(({ lesson_id }) => lesson_id === search.get('lesson'))
  return (
    <Bar>
      <Row
        h="3.75rem"
        gap={{ base: '1.5', md: '3.5' }}
        ps={{ base: 'max(6px, env(safe-area-inset-left))', md: 'max(16px, env(safe-area-inset-left))' }}
        pe={{ base: 'max(14px, env(safe-area-inset-right))', md: 'max(24px, env(safe-area-inset-right))' }}
      >
        <IconButton asChild aria-label={t('Back to dashboard')}>
          <Link to={paths.dashboard}>
            <Icon of={IconArrowLeft} />
          </Link>
        </IconButton>
        <Title>
          <chakra.span>{lessons[at] && `${at + 1}. ${lessons[at].title}`}</chakra.span>
          {data?.course_name}
        </Title>
        {data && data.content.length > 0 && (
          <Row data-off-film="" w="240px" display={{ base: 'none', md: 'flex' }}>
            <ProgressBar percent={percent} label={t('Lessons done')} />
            <chakra.span textStyle="sm" color="fg.muted" fontVariantNumeric="lining-nums tabular-nums">
              {percent}%
            </chakra.span>
          </Row>
        )}
        <Button
          data-in-sight=""
          variant="ghost"
          size="sm"
          aria-haspopup="dialog"
          onClick={() => dispatchEvent(new Event(LESSON_SHEET))}
        >
          {t('Lessons')}
        </Button>
        {data && <Parts courseId={courseId} lessons={data.content} currentId={search.get('lesson')} />}
        <Link to={paths.profile} aria-label={t('My Profile')}>
          <Avatar aria-hidden>{initialOf(name)}</Avatar>
        </Link>
      </Row>
    </Bar>
  )
}
