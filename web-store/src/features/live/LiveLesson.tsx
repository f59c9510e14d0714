import type { StudentLesson } from 'contract/learning'
import { livePhase } from 'contract/live-times'
import type { ReactNode } from 'react'
import { plural, t } from '../../language/text.ts'
import { momentText, ownMomentText, untilText } from '../../shared/live/live-words.ts'
import { useNow } from '../../shared/live/use-now.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconClock, IconExternalLink } from '../../ui/secondary-icons.ts'
import { Text } from '../../ui/text.tsx'
import { AddToCalendar } from './AddToCalendar.tsx'
import { useJoin } from './use-join.ts'

const Moment = chakra('p', {
  base: {
    fontSize: { base: '1.375rem', md: '1.75rem' },
    fontWeight: '700',
    lineHeight: 'calc(1.2 + var(--signs, 0))',
    textWrap: 'balance',
    fontVariantNumeric: 'lining-nums tabular-nums',
  },
})

const Body = chakra('div', { base: { display: 'grid', gap: '2', justifyItems: 'start' } })

type Props = { courseId: string; lesson: StudentLesson; onJoined: () => void }

/** Shows the time of a live lesson with links to join and to a calendar; afterwards announces the recording. */
export default function LiveLesson({ courseId, lesson, onJoined }: Props) {
  const { live, lesson_id } = lesson
  const now = useNow()
  const { join, joining } = useJoin(lesson_id, onJoined)
  if (!live) return <Muted>{t('The date of this live lesson will appear here.')}</Muted>
  const { starts_at, minutes, cancelled, joined } = live
  if (cancelled) {
    return (
      <Body>
        <Text fontWeight="600">{t('This live lesson was cancelled.')}</Text>
        <Text color="fg.muted">{t('Was scheduled for {moment}.', { moment: momentText(starts_at) })}</Text>
      </Body>
    )
  }
  const phase = livePhase(live, now)
  if (phase === 'over') {
    return (
      <Body>
        <Text fontWeight="600">{t('The recording will appear here')}</Text>
        <Text color="fg.muted">{t('The lesson was live on {moment}.', { moment: momentText(starts_at) })}</Text>
      </Body>
    )
  }
  const own = ownMomentText(starts_at)
  const began = new Date(starts_at) <= now
  return (
    <Body>
      <Text textStyle="sm" fontWeight="600" color="action.fg">
        {began ? t('Live now') : untilText(starts_at, now)}
      </Text>
      <Moment>{momentText(starts_at)}</Moment>
      <Text color="fg.muted">
        {[plural(minutes, { one: '{count} minute', other: '{count} minutes' }), own].filter(Boolean).join(', ')}
      </Text>
      <chakra.div
        display="flex"
        flexWrap="wrap"
        gap="3"
        mt="3"
        w="full"
        css={{ '& > *': { flex: { base: '1 1 100%', md: 'none' } } }}
      >
        {phase === 'open' && (
          <Button size="lg" busy={joining} onClick={join}>
            <Icon of={IconExternalLink} />
            {joined ? t('Join again') : t('Join')}
          </Button>
        )}
        {!began && <AddToCalendar courseId={courseId} lesson={lesson} live={live} />}
      </chakra.div>
      {phase === 'ahead' && (
        <Text display="flex" alignItems="center" gap="2" textStyle="sm" color="fg.muted">
          <Icon of={IconClock} size={16} />
          {t('You can join here from 15 minutes before it begins.')}
        </Text>
      )}
    </Body>
  )
}

const Muted = ({ children }: { children: ReactNode }) => <Text color="fg.muted">{children}</Text>
