import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { Select } from '../../ui/Field.tsx'
import { Field } from '../../ui/Field.tsx'
import { adminApi } from '../admin-api.ts'
import { useFailureToast } from './use-failure-toast.ts'

/** All courses by name, for the fields that name one. */
export const courseNamesQuery = () =>
  adminApi.courses.adminList.queryOptions({ input: { fields: 'list', sort: 'name', limit: '1000' } })

type CourseSelectProps = {
  label: string
  /** The first choice, whose value is `none`. */
  first: string
  none: string
  error?: string | undefined
  required?: boolean
} & Omit<ComponentProps<typeof Select>, 'as' | 'children'>

/** One of the courses, or none. */
export function CourseSelect({ first, none, ...rest }: CourseSelectProps) {
  const { data, error } = useQuery(courseNamesQuery())
  useFailureToast(error, 'Failed to load courses')
  return (
    <Field {...rest} as="select" {...(error && !data ? { error: 'Failed to load courses' } : {})}>
      <option value={none}>{first}</option>
      {data?.courses.map(({ course_id, name }) => (
        <option key={course_id} value={course_id}>
          {name}
        </option>
      ))}
    </Field>
  )
}
