import { hasEveryWord } from 'contract/search-words'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { countText } from '../../ui/format.ts'
import { Card } from '../../ui/layout.tsx'
import { H3 } from '../../ui/text.tsx'
import { useCourseNames } from '../courses/use-course-names.ts'
import { CoursePicks, type PickedCourse } from '../forms/CoursePicks.tsx'
import { Help, Tools, Two } from '../forms/form-parts.tsx'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import type { CourseChoice, PlanPart } from './match-plan.ts'

/** So many names of the file are shown at first, the open ones before the others. */
const FIRST = 50
const MANY = 20

const idsIn = (choice: CourseChoice): readonly string[] => (choice === 'new' ? [] : [choice ?? []].flat())

type Props = PlanPart & {
  /** Undecided names; `isAsked` marks them as errors. */
  open: readonly string[]
  isAsked: boolean
}

/** Matches each course name of the file with courses of the shop. */
export function MatchCourses({ read, plan, open, isAsked, onChange }: Props) {
  const [shown, setShown] = useState(FIRST)
  const [q, setQ] = useState('')
  const [picking, setPicking] = useState<string>()
  const choiceOf = (name: string): CourseChoice => plan.courses?.[name]
  // In the order of the file's guesses, not of the choices: a name stays in its place.
  const found = read.courses
    .filter(({ name }) => hasEveryWord(name, q))
    .toSorted((one, other) => Number(one.close !== 'none') - Number(other.close !== 'none'))
  const rows = found.slice(0, shown)
  const names = useCourseNames([...new Set(rows.flatMap(({ name }) => idsIn(choiceOf(name))))])
  const choose = (change: Record<string, CourseChoice>) =>
    onChange({ courses: { ...plan.courses, ...change } as NonNullable<typeof plan.courses> })
  const chooseAll = (choice: 'new' | null) => choose(Object.fromEntries(open.map((name) => [name, choice])))
  return (
    <Card padded asChild display="grid" gap="4" minW="0">
      <section aria-label="Courses">
        <div>
          <H3>Courses</H3>
          <Help>Which of your courses is each name of the file?</Help>
        </div>
        {(read.courses.length > MANY || open.length > 2) && (
          <Tools>
            <Input
              type="search"
              aria-label="Search names of the file"
              placeholder="Search names of the file"
              maxW="300px"
              value={q}
              onChange={({ target }) => setQ(target.value)}
            />
            {open.length > 2 && (
              <>
                <Button variant="outline" size="sm" onClick={() => chooseAll('new')}>
                  New drafts for {countText(open.length, 'open name')}
                </Button>
                <Button variant="ghost" size="sm" onClick={() => chooseAll(null)}>
                  Leave them out
                </Button>
              </>
            )}
          </Tools>
        )}
        <Two>
          {rows.map(({ name, rows: count, close }) => (
            <CourseField
              key={name}
              name={name}
              about={`${countText(count, 'row')}${close === 'remembered' ? ', as last time' : ''}`}
              choice={choiceOf(name)}
              isAsked={isAsked}
              isOrder={plan.kind === 'orders'}
              names={names}
              onChoose={(choice) => choose({ [name]: choice })}
              onPick={() => setPicking(name)}
            />
          ))}
        </Two>
        {found.length > rows.length && (
          <Button variant="outline" size="sm" justifySelf="start" onClick={() => setShown(shown + 100)}>
            Show more of {countText(found.length, 'name')}
          </Button>
        )}
        {picking !== undefined && (
          <PickCourses
            name={picking}
            picked={idsIn(choiceOf(picking)).flatMap((id) => names.known.get(id) ?? [])}
            onClose={() => setPicking(undefined)}
            onPick={(ids) => {
              setPicking(undefined)
              choose({ [picking]: ids.length === 1 ? ids[0] : [...ids] })
            }}
          />
        )}
      </section>
    </Card>
  )
}

type FieldProps = {
  name: string
  about: string
  choice: CourseChoice
  isAsked: boolean
  isOrder: boolean
  names: ReturnType<typeof useCourseNames>
  onChoose: (choice: CourseChoice) => void
  onPick: () => void
}

// Not ids of courses: those have no spaces.
const [NEW, NONE, MORE] = ['make a draft', 'leave out', 'find others']

function CourseField({ name, about, choice, isAsked, isOrder, names, onChoose, onPick }: FieldProps) {
  const ids = idsIn(choice)
  // An order without a course of the shop keeps the name.
  const isOpen = choice === undefined && !isOrder
  const value = isOpen ? '' : choice === null ? NONE : ids.length === 0 ? NEW : ids.join(' ')
  const offered = names.courses.map(({ course_id }) => course_id)
  return (
    <Field
      as="select"
      label={name}
      value={value}
      help={about}
      error={isOpen && isAsked ? 'Choose a course, or leave it out' : undefined}
      onChange={({ target }) => {
        if (target.value === MORE) return onPick()
        onChoose(target.value === NEW ? 'new' : target.value === NONE ? null : target.value)
      }}
    >
      {isOpen && <option value="">Choose a course</option>}
      <option value={NEW}>{isOrder ? 'No course of mine' : 'New draft'}</option>
      <option value={NONE}>Leave out</option>
      {ids.length > 0 && !offered.includes(ids.join(' ')) && (
        <option value={ids.join(' ')}>{ids.map(names.nameOf).join(', ')}</option>
      )}
      {names.courses.map((one) => (
        <option key={one.course_id} value={one.course_id}>
          {one.kind === 'bundle' ? `${one.name} (bundle)` : one.name}
        </option>
      ))}
      <option value={MORE}>Others or several...</option>
    </Field>
  )
}

type PickProps = {
  name: string
  picked: readonly PickedCourse[]
  onPick: (ids: readonly string[]) => void
  onClose: () => void
}

function PickCourses({ name, picked: before, onPick, onClose }: PickProps) {
  const [picked, setPicked] = useState(before)
  return (
    <Dialog
      open
      title={`Courses for ${name}`}
      onClose={onClose}
      footer={
        <WaitingButton
          waitsFor={picked.length === 0 && 'Choose a course first'}
          onClick={() => onPick(picked.map(({ course_id }) => course_id))}
        >
          Choose {countText(picked.length, 'course')}
        </WaitingButton>
      }
    >
      <CoursePicks picked={picked} onChange={setPicked} />
    </Dialog>
  )
}
