import { useQuery } from '@tanstack/react-query'
import { MOST_COURSES } from 'contract/promocode-input'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconX } from '../../ui/icons.ts'
import { CourseSelect, chosenCourseQuery } from '../forms/CourseSelect.tsx'

const NONE = ''

const Chosen = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '2',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l1',
    ps: '3',
    lineHeight: '1.35',
    overflowWrap: 'anywhere',
  },
})

type Props = {
  /** Ids of the chosen courses; none = every course. */
  value: readonly string[]
  onChange: (ids: string[]) => void
  error?: string | undefined
  /** Names the choice; by default the courses of a code. */
  label?: string
  every?: string
}

/** Picks the courses of a code: every one, or some, one after the other. */
export function CodeCourses({ value, onChange, error, label = 'Courses', every = 'Every course' }: Props) {
  const any = value.length > 0
  return (
    <chakra.div display="grid" gap="2" minW="0">
      {any && (
        <>
          <chakra.p textStyle="label">{label}</chakra.p>
          <chakra.ul display="grid" gap="1.5" aria-label="Chosen courses">
            {value.map((id) => (
              <ChosenCourse key={id} id={id} onRemove={() => onChange(value.filter((one) => one !== id))} />
            ))}
          </chakra.ul>
        </>
      )}
      {value.length < MOST_COURSES && (
        <CourseSelect
          label={any ? 'Another course' : label}
          first={any ? 'None' : every}
          none={NONE}
          value={NONE}
          error={error}
          onChange={(id) => id !== NONE && !value.includes(id) && onChange([...value, id])}
        />
      )}
    </chakra.div>
  )
}

function ChosenCourse({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data } = useQuery(chosenCourseQuery(id))
  const name = data?.name ?? id
  return (
    <Chosen>
      <span>{name}</span>
      <IconButton compact color="fg.muted" aria-label={`Leave out ${name}`} onClick={onRemove}>
        <Icon of={IconX} size={16} />
      </IconButton>
    </Chosen>
  )
}
