import { useQueryClient } from '@tanstack/react-query'
import { isGiveaway } from 'contract/giveaway'
import { indianDay } from 'contract/indian-time'
import type { SegmentRule } from 'contract/segments'
import { isApiError } from '../../api/client.ts'
import { offerText } from '../../shared/cart/promocode-check.ts'
import { Disclosure } from '../../shared/Disclosure.tsx'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Card } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { GroupLabel, Help } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { IconTag } from '../host/admin-icons.ts'
import type { ListParams } from '../lists/use-list-params.ts'
import { RuleLine } from '../users/RuleLine.tsx'
import { readRules, rulesText } from '../users/rules.ts'
import { CodeCourses } from './CodeCourses.tsx'
import { LimitFields, ReductionFields } from './CodeFields.tsx'
import { type NewCodeForm, newCode, parseNewCode } from './promocode-form.ts'

const Preview = chakra('p', {
  base: {
    display: 'flex',
    gap: '2.5',
    alignItems: 'center',
    bg: 'success.subtle',
    color: 'success.fg',
    borderRadius: '8px',
    px: '3',
    py: '2.5',
    lineHeight: '1.35',
    overflowWrap: 'anywhere',
  },
})

/** The code as buyers would be offered it. */
const offerOf = ({ kind, discount, amount, max_discount, minimum_order, first_purchase }: NewCodeForm) => ({
  discount: Number(discount),
  ...(kind === 'rupees' ? { amount: Number(amount) } : {}),
  ...(kind === 'percent' && Number(max_discount) > 0 ? { max_discount: Number(max_discount) } : {}),
  ...(Number(minimum_order) > 0 ? { minimum_order: Number(minimum_order) } : {}),
  ...(first_purchase === 'true' ? { first_purchase: true as const } : {}),
})

/** The form of a new code, with the words that buyers will read; with rules it is for a segment of the students alone. */
export function AddPromocode({ list }: { list: ListParams<string> }) {
  const queries = useQueryClient()
  const rules = readRules(list.get('segment'))
  const onRules = (next: SegmentRule[]) => list.set({ segment: rulesText(next) }, { keepPage: true })
  const form = useActionForm({
    name: 'promocode:new',
    begun: newCode(indianDay(shopNow())),
    parse: parseNewCode,
    send: (query) =>
      adminClient.promocodes.add({ query: rules.length > 0 ? { ...query, segment: rulesText(rules) } : query }),
    failed: 'Failed to add promo code',
    fallback: '',
    toasts: true,
    fieldsOf: (error) =>
      isApiError(error) && error.code === 'promocode_exists' ? { promocode: error.message } : undefined,
    onDone: ({ message }) => {
      toast.success(message)
      onRules([])
      return queries.invalidateQueries({ queryKey: adminApi.promocodes.key() })
    },
  })
  const {
    promocode: code,
    kind,
    discount,
    amount,
    course_ids,
    max_uses,
    max_uses_per_buyer,
    max_seats,
    first_purchase,
  } = form.values
  const limited = max_uses !== '' || max_uses_per_buyer !== '' || first_purchase === 'true'
  const bySeats = kind === 'percent' && (Number(discount) === 100 || limited)
  const takesOff = Number(kind === 'rupees' ? amount : discount)
  return (
    <Card asChild padded display="grid" gap="4.5" alignContent="start">
      <form method="post" noValidate onSubmit={form.submit} aria-labelledby="add-promocode">
        <chakra.h2 id="add-promocode" textStyle="h3" fontSize="1.375rem">
          Add Promo Code
        </chakra.h2>
        <Field
          label="Code"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={32}
          help="At least 3 characters, saved in capitals."
          {...form.field('promocode')}
          onChange={({ target }) => form.put({ promocode: target.value.toUpperCase() })}
        />
        <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="3.5">
          <ReductionFields kind={kind} field={form.field} />
        </chakra.div>
        <CodeCourses
          value={course_ids}
          error={form.errorOf('course_ids')}
          onChange={(ids) => form.put({ course_ids: ids })}
        />
        {rules.length > 0 && (
          <chakra.div display="grid" gap="1.5">
            <GroupLabel
              id="code-segment"
              help="Looked at when they buy. Others read: This code is not for this account."
            >
              For a segment
            </GroupLabel>
            <RuleLine rules={rules} onChange={onRules} />
          </chakra.div>
        )}
        <Disclosure label="Limits">
          <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="3.5" pt="2">
            <LimitFields
              field={form.field}
              listed={
                <Field as="select" label="Shown to buyers" {...form.field('listed')}>
                  <option value="true">Yes</option>
                  <option value="false">No</option>
                </Field>
              }
              buyers={
                <Field as="select" label="For" {...form.field('first_purchase')}>
                  <option value="false">Everyone</option>
                  <option value="true">First purchase</option>
                </Field>
              }
            />
          </chakra.div>
        </Disclosure>
        {isGiveaway(offerOf(form.values)) && (
          <Help>
            {kind === 'rupees'
              ? 'This code can make a course free, so only an owner or finance can create it.'
              : 'This code takes off more than 70 %, so only an owner or finance can create it.'}
          </Help>
        )}
        {code.trim().length >= 3 && takesOff >= 1 && (
          <Preview>
            <Icon of={IconTag} />
            <span>
              Buyers will see{' '}
              <b>
                {code.trim()} ({offerText(offerOf(form.values))})
              </b>
              {bySeats && `, for ${Number(max_seats) > 1 ? `${max_seats} seats` : 'one seat'} of each course`}
            </span>
          </Preview>
        )}
        <Button type="submit" busy={form.isPending} busyText="Adding...">
          Add Promo Code
        </Button>
      </form>
    </Card>
  )
}
