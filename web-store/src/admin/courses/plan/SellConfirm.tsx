import type { GeneratedText } from 'contract/courses/generated'
import type { Missing } from 'contract/placement'
import { Link } from 'react-router-dom'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextLink } from '../../../ui/text.tsx'
import { adminPaths } from '../../host/admin-paths.ts'
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
  if (first) {
    return (
      <Dialog
        open
        title="Not ready to publish"
        onClose={onClose}
        footer={
          <Button asChild>
            <Link to={partPath(courseId, first)} onClick={onClose}>
              Complete course
            </Link>
          </Button>
        }
      >
        <p>Before this course can go on sale, add:</p>
        <chakra.ul mt="2" ps="5" listStyleType="disc">
          {missing.map((part) => (
            <li key={part}>
              <TextLink to={partPath(courseId, part)} onClick={onClose}>
                {partNames[part]}
              </TextLink>
            </li>
          ))}
        </chakra.ul>
      </Dialog>
    )
  }
  const unread = generatedLines(generated)
  if (missing.length === 0 && unread[0]) {
    return (
      <Dialog
        open
        role="alertdialog"
        title="Publish texts made from file names?"
        onClose={onClose}
        footer={
          <>
            <Button variant="outline" disabled={busy} onClick={onSell}>
              {anyway ?? 'Publish anyway'}
            </Button>
            <Button asChild>
              <Link to={partPath(courseId, unread[0].part)} onClick={onClose}>
                Look at them
              </Link>
            </Button>
          </>
        }
      >
        <p>Nobody has changed these texts since the folder became a course. Everybody will read them:</p>
        <chakra.ul mt="2" ps="5" listStyleType="disc" maxH="40vh" overflowY="auto">
          {unread.map(({ part, line }) => (
            <chakra.li key={part} overflowWrap="anywhere">
              <TextLink to={partPath(courseId, part)} onClick={onClose}>
                {partNames[part]}
              </TextLink>{' '}
              {line}
            </chakra.li>
          ))}
        </chakra.ul>
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      role="alertdialog"
      title="Publish without lessons?"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" disabled={busy} onClick={onSell}>
            {anyway ?? 'Publish anyway'}
          </Button>
          <Button asChild>
            <Link to={adminPaths.lessons(courseId)} onClick={onClose}>
              Add lessons
            </Link>
          </Button>
        </>
      }
    >
      {anyway
        ? 'This course has no lessons yet. If it still has none at that time, it stays a draft.'
        : 'This course has no lessons yet. Students could buy it and find nothing to watch.'}
    </Dialog>
  )
}
