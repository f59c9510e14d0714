import type { GeneratedText } from 'contract/courses/generated'
import type { Missing } from 'contract/placement'
import { Link } from 'react-router-dom'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextLink } from '../../../ui/text.tsx'
import { generatedLines, partNames, partPath } from './missing-parts.ts'

type SellConfirmProps = {
  busy: boolean
  missing: readonly Missing[]
  /** Texts of its folder that nobody has changed. */
  generated?: readonly GeneratedText[]
  /** The course, whose parts the dialog links to. */
  courseId: string
  /** Label of the press that goes on without lessons. */
  anyway?: string
  onSell: () => void
  onClose: () => void
}

/** Asks before a course without lessons, or with texts of its files, goes on sale; lists the missing parts of one that cannot go on sale. */
export default function SellConfirm({
  busy,
  missing,
  generated = [],
  courseId,
  anyway,
  onSell,
  onClose,
}: SellConfirmProps) {
  const first = missing.find((part) => part !== 'lessons')
  const parts = first
    ? missing.map((part) => ({ part, line: '' }))
    : missing.length === 0
      ? generatedLines(generated)
      : []
  const [title, onward, text] = first
    ? ['Not ready to publish', 'Complete course', 'Before this course can go on sale, add:']
    : parts.length > 0
      ? [
          'Publish texts made from file names?',
          'Look at them',
          'Nobody has changed these texts since the folder became a course. Everybody will read them:',
        ]
      : [
          'Publish without lessons?',
          'Add lessons',
          anyway
            ? 'This course has no lessons yet. If it still has none at that time, it stays a draft.'
            : 'This course has no lessons yet. Students could buy it and find nothing to watch.',
        ]
  return (
    <Dialog
      open
      role={first ? 'dialog' : 'alertdialog'}
      title={title}
      onClose={onClose}
      footer={
        <>
          {!first && (
            <Button variant="outline" held={busy} onClick={onSell}>
              {anyway ?? 'Publish anyway'}
            </Button>
          )}
          <Button asChild>
            <Link to={partPath(courseId, first ?? parts[0]?.part ?? 'lessons')} onClick={onClose}>
              {onward}
            </Link>
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {parts.length > 0 && (
        <chakra.ul mt="2" ps="5" listStyleType="disc" maxH="40vh" overflowY="auto" overflowWrap="anywhere">
          {parts.map(({ part, line }) => (
            <li key={part}>
              <TextLink to={partPath(courseId, part)} onClick={onClose}>
                {partNames[part]}
              </TextLink>{' '}
              {line}
            </li>
          ))}
        </chakra.ul>
      )}
    </Dialog>
  )
}
