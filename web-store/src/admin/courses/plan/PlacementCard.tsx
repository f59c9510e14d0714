import { useState } from 'react'
import { chakra } from '../../../ui/chakra.ts'
import { Field } from '../../../ui/Field.tsx'
import { later } from '../../../ui/later.tsx'
import { Card } from '../../../ui/layout.tsx'
import { Help } from '../../forms/form-parts.tsx'
import { Segments } from '../../forms/Segments.tsx'
import { WaitingButton } from '../../forms/WaitingButton.tsx'
import { courseStateHelp, courseStateOptions } from '../../lists/course-states.ts'
import { lackOf, usePlacement } from './use-placement.ts'

const SellConfirm = later(() => import('./SellConfirm.tsx'))

/** Its state, and the place in the catalogue: saved at once, apart from the form. */
export function PlacementCard({ courseId }: { courseId: string }) {
  const { placement, busy, move, choose, asking, confirm, dismiss } = usePlacement(courseId)
  if (!placement) return null
  const { state, place, courses } = placement
  return (
    <Card display="flex" flexWrap="wrap" alignItems="center" gap="5" px="5" py="3.5" mb="5" aria-busy={busy}>
      <chakra.div overflowX="auto" maxW="full">
        <Segments label="In the catalogue" value={state} onChange={choose} options={courseStateOptions} />
      </chakra.div>
      <chakra.div flex="1" minW="180px">
        <Help>{courseStateHelp[state]}</Help>
      </chakra.div>
      <Place key={place} place={place} courses={courses} onMove={move} />
      {asking && (
        <SellConfirm busy={busy} courseId={courseId} {...lackOf(placement)} onSell={confirm} onClose={dismiss} />
      )}
    </Card>
  )
}

/** More than these are not chosen from a list but typed. */
const LISTED = 100

type PlaceProps = { place: number; courses: number; onMove: (place: number) => void }

function Place({ place, courses, onMove }: PlaceProps) {
  const [typed, setTyped] = useState(String(place))
  if (courses <= LISTED) {
    return (
      <chakra.div w="170px">
        <Field
          as="select"
          label="Place in the catalogue"
          value={place}
          onChange={(event) => onMove(Number(event.target.value))}
        >
          {Array.from({ length: courses }, (_, index) => index + 1).map((each) => (
            <option key={each} value={each}>
              {each} of {courses}
            </option>
          ))}
        </Field>
      </chakra.div>
    )
  }
  const wanted = Number(typed)
  const good = Number.isInteger(wanted) && wanted >= 1 && wanted <= courses
  return (
    <chakra.form
      method="post"
      noValidate
      display="flex"
      gap="2"
      alignItems="start"
      onSubmit={(event) => {
        event.preventDefault()
        if (good && wanted !== place) onMove(wanted)
      }}
    >
      <chakra.div w="190px">
        <Field
          label="Place in the catalogue"
          inputMode="numeric"
          value={typed}
          maxLength={7}
          help={`Now at ${place} of ${courses}`}
          error={good ? undefined : `Enter a number from 1 to ${courses}`}
          onChange={(event) => setTyped(event.target.value)}
        />
      </chakra.div>
      <WaitingButton
        type="submit"
        variant="outline"
        mt="30px"
        waitsFor={good ? wanted === place && 'Type another place first' : `Enter a number from 1 to ${courses}`}
      >
        Move
      </WaitingButton>
    </chakra.form>
  )
}
