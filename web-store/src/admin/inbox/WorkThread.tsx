import { useQuery } from '@tanstack/react-query'
import type { AdminHandInDetail } from 'contract/assignments/hand-ins'
import { isSigned } from '../../shared/courses/lesson-source.ts'
import { MarkedRubric } from '../../shared/work/MarkedRubric.tsx'
import { Button } from '../../ui/Button.tsx'
import { bytesText } from '../../ui/bytes-text.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Tag } from '../../ui/layout.tsx'
import { IconAlertTriangle, IconDownload } from '../../ui/secondary-icons.ts'
import { TextLink } from '../../ui/text.tsx'
import { Muted, Tools } from '../forms/form-parts.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { Loaded } from '../kit/loaded.tsx'
import { workQuery } from './inbox.queries.ts'
import { MarkForm } from './MarkForm.tsx'
import { By, MessageBox } from './message-box.tsx'
import { LessonThread, type ThreadProps } from './ThreadCard.tsx'

const states = {
  waiting: ['Waiting', 'buy'],
  accepted: ['Accepted', 'success'],
  again: ['Asked to resubmit', 'action'],
} as const

/** Work of a student, and the rubric that it is marked by. */
export function WorkThread({ id, onBack }: ThreadProps) {
  const query = useQuery(workQuery(id))
  return (
    <Loaded query={query} failed="Failed to load the assignment" height="24rem">
      {(work) => <Thread work={work} onBack={onBack} />}
    </Loaded>
  )
}

function Thread({ work, onBack }: { work: AdminHandInDetail; onBack: () => void }) {
  const { name, user_id, text, file, handed_in_at, late, number, status, marks, superseded, has_course } = work
  const [state, colour] = states[status]
  return (
    <LessonThread
      label={`Assignment of ${name}`}
      of={work}
      onBack={onBack}
      beside={
        <>
          <Tag coloured alignSelf="center" colorPalette={colour}>
            {state}
          </Tag>
          {late && <Tag alignSelf="center">Late</Tag>}
        </>
      }
    >
      <MessageBox>
        <By>
          <TextLink to={adminPaths.student(user_id)}>{name}</TextLink>, {dateTimeText(handed_in_at)}
          {number > 1 && `, attempt ${number}`}
        </By>
        {text}
        {file && (
          <Tools whiteSpace="normal">
            <chakra.span flex="1 1 200px" minW="0">
              <b>{file.name}</b> <Muted as="span">{bytesText(file.bytes)}</Muted>
              {file.holds_formulas && (
                <chakra.span display="flex" gap="1.5" mt="1" textStyle="sm">
                  <Icon of={IconAlertTriangle} size={16} />
                  Holds formulas. A spreadsheet may open other sites: look at it before you allow them.
                </chakra.span>
              )}
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
          </Tools>
        )}
      </MessageBox>
      {!has_course && (
        <p>{name} no longer has this course. They get your mark by email; the lesson stays closed to them.</p>
      )}
      {superseded && (
        <>
          <p>{name} has submitted a newer version since.</p>
          {marks && <MarkedRubric label="Marks" criteria={marks} />}
        </>
      )}
      <MarkForm key={work.hand_in_id} work={work} />
    </LessonThread>
  )
}
