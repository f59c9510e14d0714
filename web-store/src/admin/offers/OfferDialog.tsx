import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Offer } from 'contract/offers'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { rupeesText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { CourseSelect, chosenCourseQuery } from '../forms/CourseSelect.tsx'
import { Choice, Help, Two } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { CodeCourses } from '../promocodes/CodeCourses.tsx'
import { newOffer, parseOffer, toOfferForm } from './offer-form.ts'

/** The form of an offer; a new one without it. */
export default function OfferDialog({ of: offer, onClose }: { of: Offer | undefined; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useActionForm({
    name: `offer:${offer?.offer_id ?? 'new'}`,
    begun: offer ? toOfferForm(offer) : newOffer(),
    parse: parseOffer,
    send: (body) =>
      offer
        ? adminClient.offers.update({ params: { offer_id: offer.offer_id }, body })
        : adminClient.offers.add({ body }),
    failed: 'Failed to save the offer',
    fallback: '',
    toasts: true,
    onDone: ({ message }, { since, here }) => {
      toast.success(message)
      if (here && !since) onClose()
      return queries.invalidateQueries({ queryKey: adminApi.offers.key() })
    },
  })
  const { course_id, place, price, headline, text } = form.values
  const isAfter = place === 'after'
  const { data: course } = useQuery(chosenCourseQuery(course_id))
  return (
    <Dialog
      open
      onClose={onClose}
      title={offer ? `Change the offer of ${offer.course_name}` : 'Add an offer'}
      footer={
        <>
          <Button variant="outline" onClick={() => form.cancel(onClose)}>
            Cancel
          </Button>
          <WaitingButton
            type="submit"
            form="offer"
            waitsFor={!form.isChanged && 'Change something first'}
            busy={form.isPending}
            busyText="Saving..."
          >
            {offer ? 'Save changes' : 'Add offer'}
          </WaitingButton>
        </>
      }
    >
      <chakra.form method="post" id="offer" noValidate display="grid" gap="4" onSubmit={form.submit}>
        {offer && offer.taken > 0 && <Help>Orders that took it keep their price.</Help>}
        <CourseSelect
          required
          label="Course to add"
          first="Choose a course"
          none=""
          value={course_id}
          error={form.errorOf('course_id')}
          onChange={(id) => form.put({ course_id: id })}
        />
        <Segments
          label="Where it is shown"
          value={place}
          options={[
            ['checkout', 'At checkout'],
            ['after', 'After paying'],
          ]}
          onChange={(next) => form.put({ place: next })}
        />
        {isAfter && (
          <Help>
            On the page after paying, for 15 minutes, with the end as a time. It is a second order with everything
            filled in.
          </Help>
        )}
        <Field
          label={isAfter ? 'Price after paying (₹)' : 'Price at checkout (₹)'}
          required
          type="number"
          inputMode="decimal"
          min={1}
          step="0.01"
          {...(course && { help: `${rupeesText(course.price)} on its own. An offer is never dearer.` })}
          {...form.field('price')}
        />
        <Field label="Headline" required maxLength={120} {...form.field('headline')} />
        <Field as="textarea" label="Text" optional maxLength={300} {...form.field('text')} />
        <CodeCourses
          label={isAfter ? 'Shown after buying' : 'Shown beside'}
          every="Any course"
          value={form.values.with}
          error={form.errorOf('with')}
          onChange={(ids) => form.put({ with: ids })}
        />
        <Two>
          <Field label="From" optional type="date" {...form.field('from')} />
          <Field label="Until" optional type="date" help="Through that day in India." {...form.field('until')} />
        </Two>
        <Choice>
          <input type="checkbox" {...form.box('active')} />
          {isAfter ? 'Show it after paying' : 'Show it at checkout'}
        </Choice>
        {course && Number(price) > 0 && headline.trim() !== '' && (
          <chakra.p bg="success.subtle" color="success.fg" borderRadius="8px" px="3" py="2.5" overflowWrap="anywhere">
            Buyers will see{' '}
            <b>
              {isAfter
                ? `Add it for ${rupeesText(Number(price))}`
                : `Add ${course.name} for ${rupeesText(Number(price))}`}
            </b>{' '}
            {[headline.trim(), text.trim()].filter(Boolean).join(' ')}
          </chakra.p>
        )}
      </chakra.form>
    </Dialog>
  )
}
