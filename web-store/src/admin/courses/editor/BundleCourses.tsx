import { useQuery } from '@tanstack/react-query'
import { BUNDLE_COURSES } from 'contract/courses/bundles'
import { useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { chakra } from '../../../ui/chakra.ts'
import { countText, rupeesText } from '../../../ui/format.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { IconX } from '../../../ui/icons.ts'
import { Stack } from '../../../ui/layout.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { CourseSelect } from '../../forms/CourseSelect.tsx'
import { FieldProblem, Help, Muted } from '../../forms/form-parts.tsx'
import { SortableList } from '../../forms/SortableList.tsx'
import { adminPaths } from '../../host/admin-paths.ts'
import { catalogueStates } from '../../lists/statuses.ts'
import { type AdminCard, courseListQuery } from '../courses.queries.ts'
import { isOnSale } from '../plan/use-placement.ts'
import type { CourseForm } from './course-form.ts'

const Line = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '36px minmax(0,1fr) 44px', md: '36px 64px minmax(0,1fr) auto 44px' },
    alignItems: 'center',
    columnGap: '3',
    py: '2.5',
    borderTopWidth: '1px',
    borderColor: 'border',
    'li:first-child > &': { borderTopWidth: '0' },
    '& [data-picture]': { display: { base: 'none', md: 'block' } },
    '& [data-price]': {
      gridColumn: { base: '2', md: '4' },
      gridRow: { base: '2', md: '1' },
      fontVariantNumeric: 'lining-nums tabular-nums',
    },
    '& [data-remove]': { gridColumn: { base: '3', md: '5' }, gridRow: '1' },
    '& > button:first-child': { gridColumn: '1', gridRow: '1' },
  },
})

/** Reads the courses of a bundle as the console lists them, by id; a deleted one is absent. */
export function useBundleCards(ids: readonly string[]) {
  const { data, isPending } = useQuery({
    ...courseListQuery({ ids: ids.toSorted().join(','), limit: String(BUNDLE_COURSES.most) }),
    enabled: ids.length > 0,
  })
  return { isPending: isPending && ids.length > 0, cards: new Map(data?.cards.map((card) => [card.course_id, card])) }
}

/** Chooses the courses of a bundle and their order, and shows what each one costs alone. */
export function BundleCourses() {
  const { control, register, formState } = useFormContext<CourseForm>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'bundle_courses' })
  const [last, setLast] = useState('')
  const ids = fields.map(({ value }) => value)
  const { cards, isPending } = useBundleCards(ids)
  const nameOf = (id = '') => cards.get(id)?.name ?? id
  const problem = formState.errors.bundle_courses?.message ?? formState.errors.bundle_courses?.root?.message
  const isFull = fields.length >= BUNDLE_COURSES.most
  return (
    <Stack data-list role="group" aria-label="Courses of the bundle" minW="0">
      <Help>
        {BUNDLE_COURSES.least} to {BUNDLE_COURSES.most} courses. Drag to reorder, or press the arrow keys on a handle.
        Buyers of one course pay less for the bundle.
      </Help>
      <SortableList ids={fields.map(({ id }) => id)} nameOf={(index) => nameOf(ids[index])} onMove={move}>
        {(index, handle) => {
          const id = ids[index] ?? ''
          const card = cards.get(id)
          return (
            <Line data-line>
              {handle}
              <chakra.div data-picture borderRadius="l1" overflow="hidden" aria-hidden>
                <Picture src={card?.banner ?? ''} alt="" label="" cover={nameOf(id)} place="thumb" />
              </chakra.div>
              <chakra.div minW="0" overflowWrap="anywhere" lineHeight="1.35">
                <chakra.b fontWeight="600">{nameOf(id)}</chakra.b>
                {!isPending && <CardState card={card} />}
              </chakra.div>
              <span data-price="">{card && rupeesText(card.price)}</span>
              <IconButton
                data-remove=""
                compact
                color="fg.subtle"
                aria-label={`Remove ${nameOf(id)}`}
                onClick={() => remove(index)}
              >
                <Icon of={IconX} />
              </IconButton>
              <input type="hidden" {...register(`bundle_courses.${index}.value`)} />
            </Line>
          )
        }}
      </SortableList>
      {problem && <FieldProblem>{problem}</FieldProblem>}
      {!isFull && (
        <CourseSelect
          key={last}
          label="Add a course"
          first={fields.length === 0 ? 'Choose the first course' : 'Choose another course'}
          none=""
          value=""
          kind="course"
          without={ids}
          onChange={(id) => {
            if (id) append({ value: id }, { shouldFocus: false })
            setLast(id)
          }}
        />
      )}
    </Stack>
  )
}

/** Shows lessons and state; a course that is not on sale is marked. */
function CardState({ card }: { card: AdminCard | undefined }) {
  const sells = card && card.status !== 'deleted' && isOnSale(card.status)
  if (sells) {
    return (
      <Muted as="span" display="block">
        {countText(card.lessons, 'lesson')}, {catalogueStates[card.status].label.toLowerCase()}
      </Muted>
    )
  }
  return (
    <chakra.span display="block" textStyle="sm" color="danger.fg" fontWeight="550">
      {card ? `${catalogueStates[card.status].label}. Buyers cannot buy it alone. ` : 'Deleted. Please remove it.'}
      {card && (
        <chakra.span asChild textDecoration="underline">
          <Link to={adminPaths.editCourse(card.course_id)}>Open the course</Link>
        </chakra.span>
      )}
    </chakra.span>
  )
}
