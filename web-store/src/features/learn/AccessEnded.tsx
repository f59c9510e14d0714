import { Link } from 'react-router-dom'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { nextPayment } from '../../shared/courses/Renewal.tsx'
import { useAccess } from '../../shared/courses/use-owned.ts'
import { PlanRest } from '../../shared/orders/plan-rest.ts'
import { Button } from '../../ui/Button.tsx'
import { IconLock } from '../../ui/buying-icons.ts'
import { chakra } from '../../ui/chakra.ts'
import { clockLength } from '../../ui/format.ts'
import { Card, Wrap } from '../../ui/layout.tsx'
import { Choices, PageMessage } from '../../ui/PageMessage.tsx'
import { H2, Text } from '../../ui/text.tsx'
import { byLesson } from './notes/notes-text.ts'
import { useNotes } from './notes/use-notes.ts'

/** The player of a course whose access has ended: how to go on, and the student's own notes, which stay theirs. */
export default function AccessEnded({ courseId, message }: { courseId: string; message: string }) {
  const { notes } = useNotes(courseId)
  const access = useAccess(courseId)
  const payment = nextPayment(courseId, access)
  const titles = new Map(notes.map(({ lesson_id, lesson_title }) => [lesson_id, lesson_title]))
  const lessons = [...titles].flatMap(([lesson_id, title]) => (title === undefined ? [] : [{ lesson_id, title }]))
  return (
    <Wrap size="form" py={{ base: '14', md: '24' }}>
      <PageMessage
        icon={IconLock}
        level={1}
        title={access?.plan_id ? t('Your lessons are paused') : message}
        action={
          <Choices>
            <Button asChild>
              <Link to={payment.to}>{payment.label}</Link>
            </Button>
            <Button asChild variant="outline">
              <Link to={paths.dashboard}>{t('Return to Dashboard')}</Link>
            </Button>
          </Choices>
        }
      >
        {access?.plan_id && <PlanRest planId={access.plan_id} />}
        {t('Your progress is saved and goes on where you stopped.')}
      </PageMessage>
      {notes.length > 0 && (
        <Card padded mt="8">
          <H2>{t('Your notes')}</H2>
          {byLesson(notes, lessons).map((group) => (
            <chakra.section key={group.lesson_id} mt="4">
              <chakra.h3 textStyle="label" overflowWrap="anywhere">
                {group.title}
              </chakra.h3>
              <ul>
                {group.notes.map(({ note_id, second, text }) => (
                  <chakra.li key={note_id} py="2" borderTopWidth="1px" borderColor="border">
                    {second !== null && <Text color="fg.muted">{clockLength(second)}</Text>}
                    <Text whiteSpace="pre-line" overflowWrap="anywhere">
                      {text}
                    </Text>
                  </chakra.li>
                ))}
              </ul>
            </chakra.section>
          ))}
        </Card>
      )}
    </Wrap>
  )
}
