import { useQuery } from '@tanstack/react-query'
import type { AdminHandInDetail } from 'contract/hand-ins'
import { isSigned } from '../../shared/lesson-source.ts'
import { MarkedRubric } from '../../shared/MarkedRubric.tsx'
import { Button } from '../../ui/Button.tsx'
import { bytesText } from '../../ui/bytes-text.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Card, Skeleton, Tag } from '../../ui/layout.tsx'
import { IconDownload } from '../../ui/secondary-icons.ts'
import { TextLink } from '../../ui/text.tsx'
import { adminPaths } from '../admin-paths.ts'
import { ErrorState } from '../components/ErrorState.tsx'
import { useMe } from '../me.queries.ts'
import { workQuery } from './inbox.queries.ts'
import { MarkForm } from './MarkForm.tsx'
import { By, MessageBox } from './message-box.tsx'

const FAILED = 'Failed to load the work'
const states = {
  waiting: ['Waiting', 'buy'],
  accepted: ['Accepted', 'success'],
  again: ['Asked for another try', 'action'],
} as const

type Props = { workId: string; onBack: () => void }

/** Work of a student, and the rubric that it is marked by. */
export function WorkThread({ workId, onBack }: Props) {
  const { data, error, refetch } = useQuery(workQuery(workId))
  if (error && !data) return <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton h="96" aria-label="Loading the work" />
  return <Thread work={data} onBack={onBack} />
}

function Thread({ work, onBack }: { work: AdminHandInDetail; onBack: () => void }) {
  const { name, user_id, course_id, course_name, lesson_title, text, file, handed_in_at, late, number } = work
  const { status, marks, superseded, has_course } = work
  const role = useMe().data?.role
  const [state, colour] = states[status]
  return (
    <Card as="article" aria-label={`Work of ${name}`} padded display="grid" gap="4">
      <chakra.div display={{ base: 'block', lg: 'none' }}>
        <Button variant="outline" onClick={onBack}>
          Back to the list
        </Button>
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" gap="3" alignItems="start">
        <chakra.div flex="1 1 260px" minW="0" overflowWrap="anywhere">
          <chakra.h2 textStyle="h3">{lesson_title ?? 'A lesson that is gone'}</chakra.h2>
          <p>
            {/* Lessons are not for every role that marks. */}
            {role === 'owner' ? <TextLink to={adminPaths.lessons(course_id)}>{course_name}</TextLink> : course_name}
          </p>
        </chakra.div>
        <Tag coloured alignSelf="center" colorPalette={colour}>
          {state}
        </Tag>
        {late && <Tag alignSelf="center">Late</Tag>}
      </chakra.div>
      <MessageBox>
        <By>
          <TextLink to={adminPaths.student(user_id)}>{name}</TextLink>, {dateTimeText(handed_in_at)}
          {number > 1 && `, try ${number}`}
        </By>
        {text}
        {file && (
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2" whiteSpace="normal">
            <chakra.span flex="1 1 200px" minW="0">
              <b>{file.name}</b>{' '}
              <chakra.span textStyle="sm" color="fg.muted">
                {bytesText(file.bytes)}
              </chakra.span>
            </chakra.span>
            <Button asChild variant="outline" size="sm">
              <a href={file.url} target="_blank" rel="noopener noreferrer">
                Open the file
              </a>
            </Button>
            <Button asChild variant="outline" size="sm">
              <a href={isSigned(file.url) ? `${file.url}&download` : file.url} download>
                <Icon of={IconDownload} size={16} />
                Download
              </a>
            </Button>
          </chakra.div>
        )}
      </MessageBox>
      {!has_course && (
        <p>{name} no longer has this course. They get your mark by email; the lesson stays closed to them.</p>
      )}
      {superseded ? (
        <>
          <p>{name} has handed in newer work since.</p>
          {marks && <MarkedRubric label="Marks" criteria={marks} />}
        </>
      ) : (
        <MarkForm key={`${work.hand_in_id} ${work.marked_at}`} work={work} />
      )}
    </Card>
  )
}
