import type { AdminRole } from 'contract/define-call'
import type { SavedSegment, SegmentRule } from 'contract/segments'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { later } from '../../ui/later.tsx'
import { Tools } from '../forms/form-parts.tsx'
import { adminApi, rolesOf } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { useMe } from '../host/me.queries.ts'
import { useAct } from '../kit/use-act.tsx'
import { tabPath } from '../tabs/tab-path.ts'
import { rulesText } from './rules.ts'
import { useSegments } from './segments.queries.ts'

const SaveSegment = later(() => import('./SaveSegment.tsx'))

const Chip = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    maxW: 'full',
    minH: '9',
    px: '3',
    textStyle: 'sm',
    fontWeight: '500',
    textAlign: 'start',
    overflowWrap: 'anywhere',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    '& > span': { color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
    '&[aria-pressed="true"]': {
      bg: 'action.subtle',
      color: 'action.fg',
      borderColor: 'action.muted',
      fontWeight: '600',
      '& > span': { color: 'action.fg' },
    },
  },
})

/** Nobody writes letters in a shop without them. */
const isWriter = (role: AdminRole) => tabPath('letter') !== undefined && rolesOf('letters', 'create').includes(role)

type Props = { rules: readonly SegmentRule[]; onChange: (rules: SegmentRule[]) => void }

const isSame = (rules: readonly SegmentRule[], { segment }: SavedSegment) =>
  JSON.stringify(rules) === JSON.stringify(segment.all)

/** Shows the saved segments with their counts; a press filters by one. Renders nothing until one is saved. */
export function SavedSegments({ rules, onChange }: Props) {
  const saved = useSegments()
  if (!saved || saved.length === 0) return null
  return (
    <Tools role="group" aria-label="Saved segments" flexBasis="full">
      <Chip type="button" aria-pressed={rules.length === 0} onClick={() => onChange([])}>
        Everyone
      </Chip>
      {saved.map((one) => (
        <Chip
          key={one.segment_id}
          type="button"
          aria-pressed={isSame(rules, one)}
          onClick={() => onChange(one.segment.all)}
        >
          {one.name} <span>{one.people.toLocaleString('en-IN')}</span>
        </Chip>
      ))}
    </Tools>
  )
}

/** Saves the rules under a name, or deletes the segment that has them; leads to a letter and a code for its students. */
export function SegmentActions({ rules }: { rules: readonly SegmentRule[] }) {
  const saved = useSegments()
  const [isSaving, setSaving] = useState(false)
  const { data: me } = useMe()
  const present = saved?.find((one) => isSame(rules, one))
  if (!saved || rules.length === 0) return null
  return (
    <Tools>
      {present ? (
        <DeleteSegment of={present} />
      ) : (
        <Button size="sm" variant="outline" onClick={() => setSaving(true)}>
          Save segment
        </Button>
      )}
      {me && isWriter(me.role) && (
        <Button asChild size="sm" variant="ghost">
          <Link to={tabPath('letter', { segment: rulesText(rules) }) ?? ''}>Write an email</Link>
        </Button>
      )}
      {me && rolesOf('promocodes', 'add').includes(me.role) && (
        <Button asChild size="sm" variant="ghost">
          <Link to={adminPaths.tab('promocodes', { segment: rulesText(rules), new: '1' })}>Create a code for them</Link>
        </Button>
      )}
      {isSaving && <SaveSegment of={{ rules, saved }} onClose={() => setSaving(false)} />}
    </Tools>
  )
}

function DeleteSegment({ of: segment }: { of: SavedSegment }) {
  const { run, busy } = useAct(adminApi.segments.delete, {
    of: ({ segment_id }: SavedSegment) => ({ params: { segment_id } }),
    done: 'Segment deleted',
    failed: 'The segment was not deleted',
    undo: {
      call: adminApi.segments.create,
      of: ({ name, segment: rules }) => ({ name, segment: rules }),
      done: (_, { name }) => `${name} is restored`,
      failed: ({ name }) => `${name} could not be restored`,
    },
  })
  return (
    <Button size="sm" variant="ghost" busy={busy} busyText="Deleting..." onClick={() => run(segment)}>
      Delete segment
    </Button>
  )
}
