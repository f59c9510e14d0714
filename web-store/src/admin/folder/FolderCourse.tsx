import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Choice, Help, Two } from '../forms/form-parts.tsx'
import { useFileAddress } from '../forms/use-file-address.ts'
import type { TypedCourse } from './make-course.ts'

const Box = chakra('section', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0,1fr)', md: '220px minmax(0,1fr)' },
    gap: '5',
    mt: '3',
  },
})

type NewCourseProps = {
  typed: TypedCourse
  problems: Partial<TypedCourse>
  onTyped: (typed: TypedCourse) => void
  picture: File
  onPicture: () => void
  /** The source of the text, and its beginning. */
  text: { from: string; words: string }
}

/** Edits name, price, picture and text of a new course from a folder. */
export function NewCourse({ typed, problems, onTyped, picture, onPicture, text }: NewCourseProps) {
  return (
    <Box aria-label="The new course">
      <Shown picture={picture} onPicture={onPicture} />
      <chakra.div display="grid" gap="3" alignContent="start">
        <Two>
          <Field
            label="Title"
            required
            value={typed.name}
            error={problems.name}
            onChange={(event) => onTyped({ ...typed, name: event.target.value })}
          />
          <Field
            label="Price in ₹"
            optional
            autoFocus
            help="Needed before you publish."
            inputMode="decimal"
            value={typed.price}
            error={problems.price}
            onChange={(event) => onTyped({ ...typed, price: event.target.value })}
          />
        </Two>
        <Help>
          {text.from}: {text.words}
        </Help>
      </chakra.div>
    </Box>
  )
}

function Shown({ picture, onPicture }: Pick<NewCourseProps, 'picture' | 'onPicture'>) {
  const address = useFileAddress(picture)
  return (
    <chakra.div display="grid" gap="2" alignContent="start">
      <chakra.div borderRadius="l1" overflow="hidden" aspectRatio="16/9" bg="bg.muted">
        {address && <Picture src={address} alt="Course image" label="" place="half" />}
      </chakra.div>
      <Button variant="outline" size="sm" onClick={onPicture}>
        Choose another image
      </Button>
    </chakra.div>
  )
}

/** Offers further changes to the course, each only on request. */
export type Taken = { picture: boolean; text: boolean }

type SameCourseProps = {
  name: string
  /** The differences between folder and course. */
  differs: Taken
  taken: Taken
  onTaken: (taken: Taken) => void
  onAnew: () => void
}

/** Says which course a folder goes on in, and what of its page may follow the folder. */
export function SameCourse({ name, differs, taken, onTaken, onAnew }: SameCourseProps) {
  const choices = [
    ['picture', 'Also use the folder’s image'],
    ['text', 'Also use the folder’s text as description'],
  ] as const
  return (
    <chakra.section aria-label="The course" mt="1">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <chakra.p overflowWrap="anywhere" minW="0">
          It continues in the course <b>{name}</b>, which keeps its title and price.
        </chakra.p>
        <Button variant="ghost" size="sm" onClick={onAnew}>
          Create a new course instead
        </Button>
      </chakra.div>
      {choices.map(
        ([part, label]) =>
          differs[part] && (
            <Choice key={part}>
              <input
                type="checkbox"
                checked={taken[part]}
                onChange={(event) => onTaken({ ...taken, [part]: event.target.checked })}
              />
              {label}
            </Choice>
          ),
      )}
    </chakra.section>
  )
}
