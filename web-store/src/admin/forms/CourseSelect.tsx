import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { CourseKind } from 'contract/courses/bundles'
import { useState } from 'react'
import { Field, Input } from '../../ui/Field.tsx'
import { Stack } from '../../ui/layout.tsx'
import { adminApi, adminClient, withTotal } from '../host/admin-api.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { useSearchText } from '../lists/use-list-params.ts'

/** Up to this many courses, the list holds all; above it, the server searches. */
const LISTED = 100

const namesQuery = (q: string, kind: CourseKind | undefined) =>
  queryOptions({
    queryKey: [...adminApi.courses.key(), 'names', q, kind],
    queryFn: ({ signal }) =>
      withTotal(
        (options) =>
          adminClient.courses.adminList(
            { fields: 'list', sort: 'name', limit: String(LISTED), ...(q && { q }), ...(kind && { kind }) },
            options,
          ),
        signal,
      ),
    placeholderData: keepPreviousData,
  })

/** Fetches the chosen course; disabled without an id. */
export const chosenCourseQuery = (id: string) => ({
  ...adminApi.courses.adminGet.queryOptions({ input: { id } }),
  enabled: id !== '',
  retry: false,
})

type CourseSelectProps = {
  label: string
  /** The first choice, whose value is `none`; empty by default. */
  first: string
  none?: string
  /** Id of the course, or `none`. */
  value: string
  onChange: (id: string) => void
  error?: string | undefined
  required?: boolean
  /** Both kinds by default. */
  kind?: CourseKind
  /** Ids that are not offered. */
  without?: readonly string[]
}

/** Chooses one course, or none. A big shop shows a search above the list. */
export function CourseSelect(props: CourseSelectProps) {
  const { label, first, none = '', value, onChange, error, required, kind, without = [] } = props
  const [q, setQ] = useState('')
  const field = useSearchText(q, setQ)
  const all = useQuery(namesQuery('', kind))
  const { data, error: failed } = useQuery(namesQuery(q.trim(), kind))
  useFailureToast(failed, 'Failed to load courses')
  const courses = (data?.data.courses ?? []).filter(({ course_id }) => !without.includes(course_id))
  const many = (all.data?.total ?? 0) > LISTED
  // The chosen course stays in the list, whatever the search.
  const missing = data && value !== none && !courses.some(({ course_id }) => course_id === value) ? value : ''
  const { data: chosen } = useQuery(chosenCourseQuery(missing))
  return (
    <Stack gap="2" minW="0">
      {many && (
        <Input type="search" aria-label={`Search: ${label}`} placeholder="Search courses" maxLength={200} {...field} />
      )}
      <Field
        as="select"
        label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error ?? (failed && !data ? 'Failed to load courses' : undefined)}
        {...(required && { required })}
        {...(many && data && { help: helpOf(data.total, courses.length, q.trim()) })}
      >
        <option value={none}>{first}</option>
        {missing && <option value={missing}>{chosen?.name ?? missing}</option>}
        {courses.map(({ course_id, name }) => (
          <option key={course_id} value={course_id}>
            {name}
          </option>
        ))}
      </Field>
    </Stack>
  )
}

const figure = new Intl.NumberFormat('en-IN')

function helpOf(total: number, shown: number, q: string): string {
  if (q && total === 0) return 'No course matches your search'
  if (total > shown) return `The first ${shown} of ${figure.format(total)} courses. Search to find others.`
  return total === 1 ? '1 course matches' : `${figure.format(total)} courses match`
}
