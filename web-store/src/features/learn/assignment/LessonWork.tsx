import type { StudentAssignment } from 'contract/assignments/hand-ins'
import { useEffect, useRef } from 'react'
import { errorText, isApiError } from '../../../api/client.ts'
import { plural, t } from '../../../language/text.ts'
import { Disclosure } from '../../../shared/Disclosure.tsx'
import { MarkedRubric } from '../../../shared/work/MarkedRubric.tsx'
import { shopNow } from '../../../stores/shop-clock.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { dateTimeText } from '../../../ui/format.ts'
import { Skeleton } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { useListBehind } from '../lesson/use-content.ts'
import { HandInView } from './HandInView.tsx'
import { useWork } from './use-work.ts'
import { WorkForm } from './WorkForm.tsx'

const LOST = t('The assignment could not be loaded.')

type Props = { courseId: string; lessonId: string }

/** Shows the assignment of a lesson: the task, the results, and the form to submit. */
export function LessonWork({ courseId, lessonId }: Props) {
  const it = useWork(courseId, lessonId)
  const { assignment, query, takeBack } = it
  const head = useRef<HTMLHeadingElement>(null)
  const [newest, ...earlier] = assignment?.hand_ins ?? []
  const known = useRef<string | undefined>(undefined)
  useListBehind(
    courseId,
    (lesson) => assignment !== undefined && lesson.assignment?.status !== (newest?.status ?? null),
    lessonId,
  )
  const newestId = assignment && (newest?.hand_in_id ?? '')
  // After a submission the focus moves to its state.
  useEffect(() => {
    if (known.current !== undefined && newestId && newestId !== known.current) head.current?.focus()
    known.current = newestId ?? known.current
  }, [newestId])
  if (!assignment) {
    if (!query.error) return <Skeleton h="60" aria-label={t('Loading the assignment')} />
    const { error } = query
    const refused = isApiError(error) && error.status < 500
    return (
      <chakra.div role="alert" display="grid" gap="3" justifyItems="start">
        <Text>{refused ? errorText(error, LOST) : LOST}</Text>
        {!refused && (
          <Button variant="outline" size="sm" onClick={() => void query.refetch()}>
            {t('Try again')}
          </Button>
        )}
      </chakra.div>
    )
  }
  return (
    <chakra.div display="grid" gap="6" minW="0">
      {newest && (
        <HandInView work={newest} head={head}>
          {newest.status === 'waiting' && (
            <chakra.div display="grid" gap="2" justifyItems="start">
              {it.takeBackProblem && (
                <Text role="alert" color="danger.fg">
                  {it.takeBackProblem}
                </Text>
              )}
              <Button variant="outline" size="sm" busy={takeBack.isPending} onClick={() => takeBack.mutate(newest)}>
                {t('Withdraw')}
              </Button>
            </chakra.div>
          )}
        </HandInView>
      )}
      <Task assignment={assignment} />
      {assignment.open && <WorkForm it={it} assignment={assignment} />}
      {earlier.length > 0 && (
        <Disclosure label={t('Earlier submissions ({count})', { count: earlier.length })}>
          <chakra.div display="grid" gap="3" mt="2">
            {earlier.map((work) => (
              <HandInView key={work.hand_in_id} work={work} />
            ))}
          </chakra.div>
        </Disclosure>
      )}
    </chakra.div>
  )
}

function dueText(dueAt: string): string {
  const date = dateTimeText(dueAt)
  return Date.parse(dueAt) < shopNow().getTime()
    ? t('It was due on {date}. You can still submit it.', { date })
    : t('Due {date}.', { date })
}

function Task({ assignment }: { assignment: StudentAssignment }) {
  const { instructions, criteria, due_at, gate, hand_ins, open } = assignment
  const accepted = hand_ins[0]?.status === 'accepted'
  const facts = [
    due_at && open && dueText(due_at),
    gate && !accepted && t('The next lessons open when your assignment is accepted.'),
  ].filter(Boolean)
  return (
    <chakra.section display="grid" gap="4" aria-label={t('Your task')}>
      <chakra.div display="grid" gap="2">
        <Text whiteSpace="pre-line" overflowWrap="anywhere">
          {instructions}
        </Text>
        {facts.length > 0 && (
          <Text color="fg.muted" textStyle="sm" fontVariantNumeric="lining-nums tabular-nums">
            {facts.join(' ')}
          </Text>
        )}
      </chakra.div>
      <chakra.div display="grid" gap="2">
        <chakra.h3 textStyle="label">
          {plural(criteria.length, {
            one: 'Marking ({count} criterion)',
            other: 'Marking ({count} criteria)',
          })}
        </chakra.h3>
        <MarkedRubric label={t('Marking')} criteria={criteria} />
      </chakra.div>
    </chakra.section>
  )
}
