import { languages } from 'contract/languages'
import { SegmentRule } from 'contract/segments'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { useCourseNames } from '../courses/use-course-names.ts'
import { CoursePicks, type PickedCourse } from '../forms/CoursePicks.tsx'
import { CourseSelect } from '../forms/CourseSelect.tsx'
import { Two } from '../forms/form-parts.tsx'
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

/** Adds a rule to the filter of the students, or changes one. */
export default function RuleDialog({ rule, onDone, onClose }: Props) {
  const [typed, setTyped] = useState(() => typedOf(rule))
  const [isRequested, setRequested] = useState(false)
  const put = (change: Partial<Typed>) => setTyped({ ...typed, ...change })
  const { kind } = typed
  const wanted = fieldsOf[kind]
  const found = ruleOf(typed)
  const isBad = isRequested && !found.success
  const dayProblem = isBad && wanted.includes('days') && !(Number(typed.days) >= 1) ? problems.days : undefined
  const share = Number(typed.percent)
  const isShare = Number.isInteger(share) && share >= 1 && share <= 100
  const percentProblem = isBad && wanted.includes('percent') && !isShare ? problems.percent : undefined
  const errorOf = (part: keyof typeof problems) =>
    isBad && !dayProblem && !percentProblem && wanted[0] === part ? problems[part] : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setRequested(true)
    if (found.success) onDone(found.data)
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
      <chakra.form method="post" id="rule" noValidate display="grid" gap="4" onSubmit={submit}>
        <Field
          as="select"
          label="Students who"
          value={kind}
          onChange={({ target }) => {
            setRequested(false)
            put({ kind: target.value as Kind })
          }}
        >
          {Object.entries(kinds).map(([one, label]) => (
            <option key={one} value={one}>
              {label}
            </option>
          ))}
        </Field>
        {wanted.includes('courses') && (
          <Courses ids={typed.ids} onChange={(ids) => put({ ids })} error={errorOf('courses')} />
        )}
        {wanted.includes('course') && (
          <CourseSelect
            label="Course"
            first="Choose a course"
            none=""
            value={typed.ids[0] ?? ''}
            onChange={(id) => put({ ids: id ? [id] : [] })}
            error={errorOf('course')}
          />
        )}
        {wanted.includes('day') && (
          <Field
            label="Day"
            type="date"
            value={typed.day}
            onChange={({ target }) => put({ day: target.value })}
            error={errorOf('day')}
          />
        )}
        {wanted.includes('sum') && (
          <Two>
            <Field
              label="At least, in ₹"
              inputMode="decimal"
              value={typed.min}
              onChange={({ target }) => put({ min: target.value })}
              error={errorOf('sum')}
            />
            <Field
              label="At most, in ₹"
              inputMode="decimal"
              value={typed.max}
              onChange={({ target }) => put({ max: target.value })}
            />
          </Two>
        )}
        {wanted.includes('days') && (
          <Field
            label={kind === 'stopped' ? 'Days since the last lesson' : 'Days since they got it'}
            type="number"
            inputMode="numeric"
            min={1}
            value={typed.days}
            onChange={({ target }) => put({ days: target.value })}
            error={dayProblem}
          />
        )}
        {wanted.includes('percent') && (
          <Field
            label="At least, in percent of its lessons"
            type="number"
            inputMode="numeric"
            min={1}
            max={100}
            value={typed.percent}
            onChange={({ target }) => put({ percent: target.value })}
            error={percentProblem}
          />
        )}
        {wanted.includes('language') && (
          <Field
            as="select"
            label="Language"
            value={typed.language}
            onChange={({ target }) => put({ language: target.value })}
          >
            {Object.entries(languages).map(([code, { name }]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Field>
        )}
      </chakra.form>
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
