import { useQuery } from '@tanstack/react-query'
import { expiryInstant, startInstant } from 'contract/expiry'
import { indianDay } from 'contract/indian-time'
import { type Offer, OfferInput } from 'contract/offers'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { CourseSelect, chosenCourseQuery } from '../forms/CourseSelect.tsx'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { actionDialog } from '../kit/action-dialog.tsx'
import { addOrChange } from '../kit/call.ts'
import { area, day, type Kind, rupees, segments, text, tick } from '../kit/fields.tsx'
import { priceQuestion } from '../kit/question.tsx'
import { CodeCourses } from '../promocodes/CodeCourses.tsx'

const dayOf = (instant: number | undefined) => instant && indianDay(new Date(instant))

/** The courses that an offer is for; none for any. */
const beside: Kind<readonly string[]> = {
  begun: [],
  typed: (stored) => (stored === 'any' ? [] : (stored as readonly string[])),
  sent: (ids) => (ids.length === 0 ? 'any' : ids),
  draw: ({ value, put, error, label = '' }) => (
    <CodeCourses label={label} every="Any course" value={value} error={error} onChange={put} />
  ),
}

const fields = {
  course_id: {
    ...text(''),
    draw: ({ value, put, error }) => (
      <CourseSelect
        required
        label="Course to add"
        first="Choose a course"
        none=""
        value={value}
        error={error}
        onChange={put}
      />
    ),
  } satisfies Kind<string> as Kind<string>,
  place: segments('Where it is shown', [
    ['checkout', 'At checkout'],
    ['after', 'After paying'],
  ]),
  price: rupees('', { min: 1 }),
  headline: text('Headline', { maxLength: 120 }),
  text: area('Text', { optional: true, maxLength: 300 }),
  with: beside,
  from: day('From', { optional: true }),
  until: day('Until', { optional: true, help: 'Through that day in India.' }),
  active: tick('', { begun: true }),
}

/** The form of an offer; a new one without it. */
export default actionDialog({
  title: (offer: Offer | undefined) => (offer ? `Change the offer of ${offer.course_name}` : 'Add an offer'),
  call: addOrChange(adminApi.offers.add, adminApi.offers.update),
  of: (offer) => (offer ? { params: { offer_id: offer.offer_id }, headers: { 'if-match': `"${offer.version}"` } } : {}),
  draft: (offer) => `offer:${offer?.offer_id ?? 'new'}`,
  begun: (offer) =>
    offer && {
      ...offer,
      from: offer.from && dayOf(startInstant(offer.from)),
      until: offer.until && dayOf(expiryInstant(offer.until)),
    },
  schema: OfferInput,
  fields,
  layout: (typed, offer) => [
    offer && offer.taken > 0 && <Help key="taken">Orders that took it keep their price.</Help>,
    'course_id',
    'place',
    'price',
    'headline',
    'text',
    'with',
    ['from', 'until'],
    'active',
    <Preview key="preview" {...typed} />,
  ],
  more: ({ course_id, place }) => {
    const isAfter = place === 'after'
    return {
      place: {
        help:
          isAfter &&
          'On the page after paying, for 15 minutes, with the end as a time. It is a second order with everything filled in.',
      },
      price: {
        label: isAfter ? 'Price after paying (₹)' : 'Price at checkout (₹)',
        help: course_id && <ListPrice id={course_id} />,
      },
      with: { label: isAfter ? 'Shown after buying' : 'Shown beside' },
      active: { label: isAfter ? 'Show it after paying' : 'Show it at checkout' },
    }
  },
  asks: (typed, offer) => priceQuestion(offer?.price, Number(typed.price)),
  undo: (answer, offer) => offer && (answer as { offer: Offer }).offer,
  waitsFor: 'Change something first',
  save: (_, offer) => (offer ? 'Save changes' : 'Add offer'),
  failed: 'Failed to save the offer',
  fallback: '',
  toasts: true,
})

function ListPrice({ id }: { id: string }) {
  const { data: course } = useQuery(chosenCourseQuery(id))
  return course && `${rupeesText(course.price)} on its own. An offer is never dearer.`
}

type PreviewProps = { course_id: string; place: string; price: string; headline: string; text: string }

function Preview({ course_id, place, price, headline, text: more }: PreviewProps) {
  const { data: course } = useQuery(chosenCourseQuery(course_id))
  if (!course || !(Number(price) > 0) || headline.trim() === '') return null
  const sum = rupeesText(Number(price))
  return (
    <chakra.p bg="success.subtle" color="success.fg" borderRadius="8px" px="3" py="2.5" overflowWrap="anywhere">
      Buyers will see <b>{place === 'after' ? `Add it for ${sum}` : `Add ${course.name} for ${sum}`}</b>{' '}
      {[headline.trim(), more.trim()].filter(Boolean).join(' ')}
    </chakra.p>
  )
}
