import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Segments } from '../parts/Segments.tsx'
import type { CourseBody } from './course-form.ts'
import type { Conflict } from './use-save-course.ts'

type Field = Exclude<keyof CourseBody, 'course_id'>
type Choice = 'mine' | 'theirs'

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** A value in one line each, short enough to be compared. */
function wordsOf(value: unknown): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'Empty'
  if (!Array.isArray(value)) return String(value)
  const lines = value.map((entry) =>
    typeof entry === 'object' && entry !== null ? Object.values(entry).join(', ') : String(entry),
  )
  return lines.join('\n')
}

const Version = chakra('div', {
  base: {
    p: '2.5',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l1',
    textStyle: 'sm',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    maxH: '180px',
    overflow: 'auto',
    '&[data-chosen]': { borderColor: 'neel.fg', bg: 'neel.subtle' },
  },
})

type ConflictDialogProps = {
  conflict: Conflict
  /** The course as it was when this edit began. */
  base: Record<string, unknown>
  busy: boolean
  onSave: (body: CourseBody) => void
  onClose: () => void
}

/** Somebody else has saved the course meanwhile: both versions of each field that differs, and one of them is kept. */
export default function ConflictDialog({ conflict, base, busy, onSave, onClose }: ConflictDialogProps) {
  const { body, theirs } = conflict
  const fields = (Object.keys(body) as Field[]).filter(
    (field) => String(field) !== 'course_id' && !same(body[field], theirs[field]),
  )
  const [choices, setChoices] = useState<Partial<Record<Field, Choice>>>({})
  // What only one of the two has changed is theirs to keep; where both did, this admin's words come first.
  const choiceOf = (field: Field): Choice => choices[field] ?? (same(body[field], base[field]) ? 'theirs' : 'mine')
  const save = () => {
    const taken = fields.filter((field) => choiceOf(field) === 'theirs').map((field) => [field, theirs[field]])
    onSave({ ...body, ...Object.fromEntries(taken) })
  }
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title="This course was changed meanwhile"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Back to the form
          </Button>
          <Button busy={busy} busyText="Saving..." onClick={save}>
            Save this version
          </Button>
        </>
      }
    >
      <chakra.div display="grid" gap="4">
        <p>Somebody else saved it after you opened it. Choose for each field which version stays.</p>
        {fields.map((field) => (
          <chakra.section key={field} aria-label={field} display="grid" gap="2">
            <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="2">
              <chakra.h3 textStyle="label">{field.replaceAll('_', ' ')}</chakra.h3>
              <Segments
                label={`Version of ${field.replaceAll('_', ' ')}`}
                value={choiceOf(field)}
                onChange={(choice) => setChoices({ ...choices, [field]: choice })}
                options={[
                  ['mine', 'Yours'],
                  ['theirs', 'Theirs'],
                ]}
              />
            </chakra.div>
            <chakra.div display="grid" gap="2" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
              {(['mine', 'theirs'] as const).map((side) => (
                <Version key={side} data-chosen={choiceOf(field) === side || undefined} tabIndex={0}>
                  {wordsOf(side === 'mine' ? body[field] : theirs[field])}
                </Version>
              ))}
            </chakra.div>
          </chakra.section>
        ))}
      </chakra.div>
    </Dialog>
  )
}
