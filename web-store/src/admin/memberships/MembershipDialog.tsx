import { type Membership, MembershipInput } from 'contract/memberships/memberships'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { actionDialog } from '../kit/action-dialog.tsx'
import { addOrChange } from '../kit/call.ts'
import { area, type Kind, number, rupees, segments, text } from '../kit/fields.tsx'
import { priceQuestion } from '../kit/question.tsx'
import { CodeCourses } from '../promocodes/CodeCourses.tsx'

/** The courses of a membership; none for all. */
const opened: Kind<readonly string[]> = {
  begun: [],
  typed: (stored) => (stored === 'all' || stored === undefined ? [] : (stored as readonly string[])),
  sent: (ids) => (ids.length === 0 ? 'all' : ids),
  draw: ({ value, put, error }) => (
    <CodeCourses label="Courses" every="All courses, also new ones" value={value} error={error} onChange={put} />
  ),
}

const fields = {
  name: text('Name', { maxLength: 100 }),
  description: area('What members get', { optional: true, maxLength: 600 }),
  course_ids: opened,
  price: rupees('Each debit (₹)', {
    min: 1,
    max: 15_000,
    help: 'With any tax, at most ₹15,000: above that, banks ask for a code at each debit.',
  }),
  period: segments('Rhythm', [
    ['month', 'Month'],
    ['quarter', '3 months'],
    ['year', 'Year'],
  ]),
  cycles: number('Number of debits', { optional: true, min: 1, max: 120, help: 'Empty: until the member cancels.' }),
  grace_days: number('Days of grace', {
    min: 0,
    max: 7,
    begun: '3',
    help: 'Courses stay open so long while a debit is late. With 0 they close for the hours between midnight and the debit.',
  }),
  state: segments('State', [
    ['draft', 'Draft'],
    ['on_sale', 'On sale'],
    ['ended', 'Ended'],
  ]),
}

/** The form of a membership; a new one without it. */
export default actionDialog({
  title: (membership: Membership | undefined) => (membership ? `Change ${membership.name}` : 'Add a membership'),
  call: addOrChange(adminApi.memberships.add, adminApi.memberships.save),
  of: (membership) =>
    membership
      ? { params: { membership_id: membership.membership_id }, headers: { 'if-match': `"${membership.version}"` } }
      : {},
  draft: (membership) => `membership:${membership?.membership_id ?? 'new'}`,
  begun: (membership) => membership && { ...membership },
  schema: MembershipInput,
  fields,
  layout: (_, membership) => [
    membership?.locked && (
      <Help key="locked">
        Members joined at this price, so it never changes for them. For another price, end this one and add a new one.
      </Help>
    ),
    'name',
    'description',
    'course_ids',
    'price',
    'period',
    ['cycles', 'grace_days'],
    'state',
  ],
  more: ({ state }) => ({
    state: { help: state === 'ended' ? 'Closed to new members. Present ones go on until they cancel.' : undefined },
  }),
  asks: (typed, membership) => priceQuestion(membership?.price, Number(typed.price)),
  undo: (answer, membership) => membership && (answer as { membership: Membership }).membership,
  waitsFor: 'Change something first',
  save: (_, membership) => (membership ? 'Save changes' : 'Add membership'),
  failed: 'Failed to save the membership',
  fallback: '',
  toasts: true,
})
