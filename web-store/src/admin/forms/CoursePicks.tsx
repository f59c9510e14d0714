import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Input } from '../../ui/Field.tsx'
import { rupeesText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { adminApi } from '../host/admin-api.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { useSearchText } from '../lists/use-list-params.ts'
import { Choice, FieldProblem, Help, Muted } from './form-parts.tsx'

/** From so many courses on there is a search above them. */
const MANY = 8

const Group = chakra('fieldset', { base: { border: '0', p: '0', m: '0', minW: '0', display: 'grid', gap: '2' } })

const Box = chakra('div', {
  base: {
    maxH: '260px',
    overflowY: 'auto',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    px: '3.5',
    bg: 'bg.panel',
    '& > label + label': { borderTopWidth: '1px', borderColor: 'border' },
  },
})

export type PickedCourse = { course_id: string; name: string; price: number; kind?: 'course' | 'bundle' }

type Props = {
  picked: readonly PickedCourse[]
  onChange: (picked: PickedCourse[]) => void
  error?: string | undefined
  /** No drafts: nobody buys one. */
  onlySold?: boolean
}

/** Courses to tick, drafts too; in a big shop a search fills the list with what matches. */
export function CoursePicks({ picked, onChange, error, onlySold = false }: Props) {
  const [q, setQ] = useState('')
  const field = useSearchText(q, setQ)
  const {
    data,
    error: failed,
    refetch,
  } = useQuery({
    ...adminApi.enrolments.courses.queryOptions({ input: q.trim() ? { q: q.trim() } : {} }),
    placeholderData: keepPreviousData,
  })
  const found = (data?.courses ?? []).filter(({ published }) => published || !onlySold)
  const shown = [...picked, ...found.filter(({ course_id }) => !picked.some((one) => one.course_id === course_id))]
  const toggle = (course: PickedCourse, on: boolean) =>
    onChange(on ? [...picked, course] : picked.filter(({ course_id }) => course_id !== course.course_id))
  return (
    <Group>
      <chakra.legend textStyle="label" mb="1.5">
        Courses
      </chakra.legend>
      {(q !== '' || (data?.total ?? 0) > MANY) && (
        <Input type="search" aria-label="Search courses" placeholder="Search courses" maxLength={200} {...field} />
      )}
      {failed && !data && <ErrorState title="Failed to load courses" error={failed} onRetry={() => void refetch()} />}
      {!failed && !data && <Loading minH="120px" />}
      {data && (
        <Box>
          {shown.map((course) => (
            <Choice key={course.course_id}>
              <input
                type="checkbox"
                checked={picked.some(({ course_id }) => course_id === course.course_id)}
                onChange={(event) => toggle(course, event.target.checked)}
              />
              <chakra.span flex="1" minW="0" overflowWrap="anywhere">
                {course.name}
                {course.kind === 'bundle' && (
                  <Muted as="span" display="block">
                    Bundle: all of its courses
                  </Muted>
                )}
              </chakra.span>
              <Muted as="span">{rupeesText(course.price)}</Muted>
            </Choice>
          ))}
          {shown.length === 0 && <Help py="3">No course matches.</Help>}
        </Box>
      )}
      {data && data.total > data.courses.length && (
        <Help>
          The first {data.courses.length} of {data.total}. Search to find others.
        </Help>
      )}
      {error && <FieldProblem>{error}</FieldProblem>}
    </Group>
  )
}
