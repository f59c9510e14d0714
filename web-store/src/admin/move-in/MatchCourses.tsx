import type { MoveCourse, ReadFile } from 'contract/move-in/file'
import type { MovePlan } from 'contract/move-in/plan'
import { hasEveryWord } from 'contract/search-words'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input, Select } from '../../ui/Field.tsx'
import { countText } from '../../ui/format.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { useCourseNames } from '../courses/use-course-names.ts'
import { CoursePicks, type PickedCourse } from '../forms/CoursePicks.tsx'
import { Tools } from '../forms/form-parts.tsx'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { MatchCard, MatchTable, RowNote } from './match-parts.tsx'
import type { CourseChoice } from './match-plan.ts'

/** So many names of the file are shown at first, the open ones before the others. */
const FIRST = 50
/** Above so many courses a select is no place to find one. */
const LISTED = 60

const closeness: readonly MoveCourse['close'][] = ['none', 'same', 'remembered']

const notes = {
  remembered: ['success', 'As last time'],
  same: ['success', 'Same name'],
} as const

const idsIn = (choice: CourseChoice): readonly string[] =>
  choice === undefined || choice === null || choice === 'new' ? [] : Array.isArray(choice) ? choice : [choice]

type Props = {
  read: ReadFile
  plan: MovePlan
  /** Undecided names; `isAsked` marks them as errors. */
  open: readonly string[]
  isAsked: boolean
  onChange: (courses: Record<string, CourseChoice>) => void
}

/** Matches each course name of the file with courses of the shop. */
export function MatchCourses({ read, plan, open, isAsked, onChange }: Props) {
  const [shown, setShown] = useState(FIRST)
  const [q, setQ] = useState('')
  const [picking, setPicking] = useState<string>()
  const choiceOf = (name: string): CourseChoice => plan.courses?.[name]
  const found = read.courses
    .filter(({ name }) => hasEveryWord(name, q))
    // Sorts by the guess, not by the choice: a row stays in its place.
    .toSorted((one, other) => closeness.indexOf(one.close) - closeness.indexOf(other.close))
  const rows = found.slice(0, shown)
  const names = useCourseNames([...new Set(rows.flatMap(({ name }) => idsIn(choiceOf(name))))])
  const choose = (change: Record<string, CourseChoice>) => onChange(change)
  const chooseAll = (choice: 'new' | null) => choose(Object.fromEntries(open.map((name) => [name, choice])))
  return (
    <MatchCard title="Courses" beside="Which of your courses is each name?">
      {(read.courses.length > LISTED / 3 || open.length > 2) && (
        <Tools px={{ base: '4', md: '5' }} pb="3">
          {read.courses.length > LISTED / 3 && (
            <Input
              type="search"
              aria-label="Search names of the file"
              placeholder="Search names of the file"
              maxW="300px"
              value={q}
              onChange={({ target }) => setQ(target.value)}
            />
          )}
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
      <MatchTable>
        <thead>
          <tr>
            <th scope="col">Name in the file</th>
            <th scope="col">Rows</th>
            <th scope="col">Your course</th>
            <th scope="col">
              <VisuallyHidden>How sure</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((course) => (
            <CourseRow
              key={course.name}
              course={course}
              choice={choiceOf(course.name)}
              isAsked={isAsked}
              isOrder={plan.kind === 'orders'}
              names={names}
              onChoose={(choice) => choose({ [course.name]: choice })}
              onPick={() => setPicking(course.name)}
            />
          ))}
        </tbody>
      </MatchTable>
      {found.length > rows.length && (
        <chakra.div px={{ base: '4', md: '5' }} py="3" borderTopWidth="1px" borderColor="border">
          <Button variant="outline" size="sm" onClick={() => setShown(shown + 100)}>
            Show more of {countText(found.length, 'name')}
          </Button>
        </chakra.div>
      )}
      {picking !== undefined && (
        <PickCourses
          name={picking}
          picked={idsIn(choiceOf(picking)).flatMap((id) => names.known.get(id) ?? [])}
          onClose={() => setPicking(undefined)}
          onPick={(ids) => {
            setPicking(undefined)
            if (ids.length > 0) choose({ [picking]: ids.length === 1 ? ids[0] : [...ids] })
          }}
        />
      )}
    </MatchCard>
  )
}

type RowProps = {
  course: MoveCourse
  choice: CourseChoice
  isAsked: boolean
  isOrder: boolean
  names: ReturnType<typeof useCourseNames>
  onChoose: (choice: CourseChoice) => void
  onPick: () => void
}

// Not ids of courses: those have no spaces.
const [NEW, NONE, MORE, CHOSEN] = ['make a draft', 'leave out', 'find others', 'several chosen']

function CourseRow({ course, choice, isAsked, isOrder, names, onChoose, onPick }: RowProps) {
  const { name, rows, guess, guesses = [], close } = course
  const ids = idsIn(choice)
  const [only] = ids
  const isGuess = ids.join(' ') === (guesses.length > 1 ? guesses.join(' ') : guess)
  const isListed = names.total <= LISTED
  // An order without a course of the shop keeps the name.
  const isNew = choice === 'new' || (isOrder && choice === undefined)
  const isOpen = choice === undefined && !isOrder
  const value = isOpen ? '' : choice === null ? NONE : isNew ? NEW : ids.length > 1 ? CHOSEN : only
  const noteId = `course-note-${name}`
  const pick = (next: string) => {
    if (next === MORE || next === CHOSEN) return onPick()
    onChoose(next === NEW ? 'new' : next === NONE ? null : next)
  }
  const [tone, note] = close !== 'none' && isGuess ? notes[close] : []
  return (
    <tr>
      <td>
        <chakra.span fontWeight="550">{name}</chakra.span>
      </td>
      <td>
        <chakra.span color="fg.muted">{countText(rows, 'row')}</chakra.span>
      </td>
      <td data-choice>
        <Select
          aria-label={`Your course for ${name}`}
          aria-invalid={(isOpen && isAsked) || undefined}
          aria-describedby={noteId}
          value={value}
          onChange={({ target }) => pick(target.value)}
        >
          {isOpen && <option value="">Choose a course</option>}
          {ids.length > 1 && <option value={CHOSEN}>{countText(ids.length, 'course')}</option>}
          {only !== undefined &&
            ids.length === 1 &&
            !(isListed && names.courses.some((one) => one.course_id === only)) && (
              <option value={only}>{names.known.get(only)?.name ?? only}</option>
            )}
          <option value={NEW}>{isOrder ? 'No course of mine' : 'New draft'}</option>
          <option value={NONE}>Leave out</option>
          {isListed &&
            names.courses.map((one) => (
              <option key={one.course_id} value={one.course_id}>
                {one.kind === 'bundle' ? `${one.name} (bundle)` : one.name}
              </option>
            ))}
          <option value={MORE}>{isListed ? 'Several courses...' : 'Search courses...'}</option>
        </Select>
      </td>
      <td>
        {isOpen ? (
          <RowNote id={noteId} tone={isAsked ? 'danger' : 'buy'}>
            Choose a course, or leave out {rows === 1 ? 'this row' : `these ${rows.toLocaleString('en-IN')} rows`}.
          </RowNote>
        ) : (
          <RowNote id={noteId} tone={tone}>
            {note ??
              (isNew
                ? isOrder
                  ? 'The name stays'
                  : 'A draft with this name'
                : ids.length > 1
                  ? ids.map((id) => names.known.get(id)?.name ?? id).join(', ')
                  : 'You chose this')}
          </RowNote>
        )}
      </td>
    </tr>
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
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <WaitingButton
            waitsFor={picked.length === 0 && 'Choose a course first'}
            onClick={() => onPick(picked.map(({ course_id }) => course_id))}
          >
            Choose {countText(picked.length, 'course')}
          </WaitingButton>
        </>
      }
    >
      <CoursePicks picked={picked} onChange={setPicked} />
    </Dialog>
  )
}
