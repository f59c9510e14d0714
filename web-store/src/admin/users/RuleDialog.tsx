import { languages } from 'contract/languages'
import { SegmentRule } from 'contract/segments'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useCourseNames } from '../courses/use-course-names.ts'
import { CoursePicks, type PickedCourse } from '../forms/CoursePicks.tsx'
import { CourseSelect } from '../forms/CourseSelect.tsx'
import { choice, day, type Kind as FieldKind, number, rupees } from '../kit/fields.tsx'
import { type AnyForm, Form } from '../kit/form.tsx'
import { coursesIn, type Kind, kindOf, kinds } from './rules.ts'

type Typed = {
  kind: Kind
  ids: string[]
  day: string
  min: string
  max: string
  days: string
  percent: string
  language: string
}

/** The fields of each kind of rule. */
const fieldsOf: Record<Kind, readonly ('courses' | 'course' | 'day' | 'sum' | 'days' | 'percent' | 'language')[]> = {
  bought: ['courses'],
  not_bought: ['courses'],
  bought_since: ['day'],
  spent: ['sum'],
  joined_since: ['day'],
  last_seen_before: ['day'],
  finished: ['course'],
  done: ['course', 'percent'],
  not_started: ['course', 'days'],
  stopped: ['course', 'days'],
  language: ['language'],
  consent: [],
}

const problems = {
  courses: 'Choose a course',
  course: 'Choose a course',
  day: 'Choose a day',
  sum: 'Type the least or the most, in rupees',
  days: 'Type a number of days from 1 to 3650',
  percent: 'Type a whole number from 1 to 100',
  language: 'Choose a language',
}

function typedOf(rule: SegmentRule | undefined): Typed {
  const any = { ...rule } as Record<string, unknown> & {
    spent?: { min?: number; max?: number }
    days?: number
    percent?: number
  }
  const kind = rule ? kindOf(rule) : 'bought'
  return {
    kind,
    ids: rule ? coursesIn([rule]) : [],
    day: fieldsOf[kind].includes('day') ? String(any[kind] ?? '') : '',
    min: String(any.spent?.min ?? ''),
    max: String(any.spent?.max ?? ''),
    days: String(any.days ?? 7),
    percent: String(any.percent ?? 50),
    language: String(any.language ?? 'hi'),
  }
}

const amount = (typed: string) => (typed.trim() === '' ? {} : { value: Number(typed) })

function ruleOf({ kind, ids, day, min, max, days, percent, language }: Typed) {
  const { value: least } = amount(min)
  const { value: most } = amount(max)
  const value = {
    courses: ids,
    course: ids[0],
    day,
    sum: { ...(least !== undefined && { min: least }), ...(most !== undefined && { max: most }) },
    language,
    days: undefined,
    percent: undefined,
  }[fieldsOf[kind][0] ?? 'days']
  const withDays = fieldsOf[kind].includes('days') && { days: Number(days) }
  const withPercent = fieldsOf[kind].includes('percent') && { percent: Number(percent) }
  return SegmentRule.safeParse({ [kind]: kind === 'consent' ? 'news_email' : value, ...withDays, ...withPercent })
}

type Props = { rule: SegmentRule | undefined; onDone: (rule: SegmentRule) => void; onClose: () => void }

/** The ids of courses, which the server knows by name. */
const ids = (draw: FieldKind<string[]>['draw']): FieldKind<string[]> => ({
  begun: [],
  typed: () => [],
  sent: (typed) => typed,
  draw,
})
const plain = { unmarked: true } as const

const fields = {
  kind: choice('Students who', Object.entries(kinds)),
  courses: ids(({ value, put, error }) => <Courses ids={value} onChange={put} error={error} />),
  course: ids(({ value: [id = ''], put, error }) => (
    <CourseSelect
      label="Course"
      first="Choose a course"
      value={id}
      onChange={(next) => put(next ? [next] : [])}
      error={error}
    />
  )),
  day: day('Day', plain),
  min: rupees('At least, in ₹', { type: 'text', ...plain }),
  max: rupees('At most, in ₹', { type: 'text', ...plain }),
  days: number('Days since they got it', { min: 1, ...plain }),
  percent: number('At least, in percent of its lessons', { min: 1, max: 100, ...plain }),
  language: choice(
    'Language',
    Object.entries(languages).map(([code, { name }]) => [code, name] as const),
  ),
}

/** Adds a rule to the filter of the students, or changes one. */
export default function RuleDialog({ rule, onDone, onClose }: Props) {
  const [typed, setTyped] = useState(() => typedOf(rule))
  const [isRequested, setRequested] = useState(false)
  const { kind } = typed
  const wanted = fieldsOf[kind]
  const found = ruleOf(typed)
  const share = Number(typed.percent)
  const isBad = {
    days: wanted.includes('days') && !(Number(typed.days) >= 1),
    percent: wanted.includes('percent') && !(Number.isInteger(share) && share >= 1 && share <= 100),
  }
  const errorOf = (name: string) => {
    if (!isRequested || found.success) return undefined
    if (name === 'days' || name === 'percent') return isBad[name] ? problems[name] : undefined
    const part = name === 'min' ? 'sum' : name
    return !isBad.days && !isBad.percent && wanted[0] === part ? problems[part] : undefined
  }
  const form = {
    fields,
    values: { ...typed, courses: typed.ids, course: typed.ids },
    put: ({ courses, course, ...part }: Partial<Typed> & { courses?: string[]; course?: string[] }) => {
      if (part.kind) setRequested(false)
      const chosen = courses ?? course
      setTyped({ ...typed, ...part, ...(chosen && { ids: chosen }) })
    },
    errorOf,
    problem: undefined,
    isChanged: true,
    isPending: false,
    submit: (event?: FormEvent) => {
      event?.preventDefault()
      setRequested(true)
      if (found.success) onDone(found.data)
    },
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={rule ? 'Change the rule' : 'Add a rule'}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="rule">
            Show students
          </Button>
        </>
      }
    >
      <Form
        form={form as AnyForm}
        id="rule"
        layout={['kind', ...wanted.map((part) => (part === 'sum' ? ['min', 'max'] : part))]}
        more={kind === 'stopped' ? { days: { label: 'Days since the last lesson' } } : {}}
      />
    </Dialog>
  )
}

type CoursesProps = { ids: readonly string[]; onChange: (ids: string[]) => void; error: string | undefined }

/** One or several courses, of which a student needs one. */
function Courses({ ids, onChange, error }: CoursesProps) {
  const { known, nameOf } = useCourseNames(ids)
  const picked = ids.map((id): PickedCourse => known.get(id) ?? { course_id: id, name: nameOf(id), price: 0 })
  return (
    <CoursePicks picked={picked} onChange={(next) => onChange(next.map(({ course_id }) => course_id))} error={error} />
  )
}
