import type { Missing } from 'contract/placement'
import { Fragment } from 'react'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconInfoCircle } from '../../../ui/secondary-icons.ts'
import { TextLink } from '../../../ui/text.tsx'
import { partNames, partPath } from './missing-parts.ts'

const Line = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'start',
    gap: '2.5',
    mb: '4',
    px: '4',
    py: '2.5',
    borderRadius: 'l2',
    bg: 'buy.subtle',
    '& svg': { flex: 'none', mt: '2px', color: 'buy.fg' },
  },
})

type MissingPartsProps = { courseId: string; missing: readonly Missing[]; label: string }

/** Names parts that a course lacks, or that nobody has looked at, in one sentence; each leads to its field. */
export function MissingParts({ courseId, missing, label }: MissingPartsProps) {
  if (missing.length === 0) return null
  return (
    <Line>
      <Icon of={IconInfoCircle} />
      <span>
        <b>{label}</b>{' '}
        {missing.map((part, at) => (
          <Fragment key={part}>
            {at > 0 && (at === missing.length - 1 ? ' and ' : ', ')}
            <TextLink to={partPath(courseId, part)}>{partNames[part].toLowerCase()}</TextLink>
          </Fragment>
        ))}
        .
      </span>
    </Line>
  )
}
