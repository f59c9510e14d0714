import type { Missing } from 'contract/placement'
import { Link } from 'react-router-dom'
import { chakra } from '../../../ui/chakra.ts'
import { Tag } from '../../../ui/layout.tsx'
import { partNames, partPath } from './missing-parts.ts'

type MissingPartsProps = { courseId: string; missing: readonly Missing[]; label?: string }

/** Names parts that a course lacks, or that nobody has looked at; each leads to its field. */
export function MissingParts({ courseId, missing, label = 'Missing:' }: MissingPartsProps) {
  if (missing.length === 0) return null
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2" mb="4">
      <chakra.span textStyle="sm" color="fg.muted">
        {label}
      </chakra.span>
      {missing.map((part) => (
        <Tag key={part} asChild coloured colorPalette="buy" minH="7">
          <Link to={partPath(courseId, part)}>{partNames[part]}</Link>
        </Tag>
      ))}
    </chakra.div>
  )
}
