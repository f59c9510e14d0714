import { isGiveaway } from 'contract/giveaway'
import { indianDay } from 'contract/indian-time'
import type { SegmentRule } from 'contract/segments'
import { useId } from 'react'
import { offerText } from '../../shared/cart/promocode-check.ts'
import { Disclosure } from '../../shared/Disclosure.tsx'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Stack } from '../../ui/layout.tsx'
import { GroupLabel, Help } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { IconTag } from '../host/admin-icons.ts'
import { choice, state } from '../kit/fields.tsx'
import { Form, SaveButton, type TypedOf, useForm } from '../kit/form.tsx'
import type { ListParams } from '../lists/use-list-params.ts'
import { RuleLine } from '../users/RuleLine.tsx'
import { readRules, rulesText } from '../users/rules.ts'
import { CodeCourses } from './CodeCourses.tsx'
import { codeFields, LimitFields, ReductionFields } from './CodeFields.tsx'
import { newCode, type newCodeQuery, parseNewCode } from './promocode-form.ts'

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

/** Two beside each other, on phones, too. */
const Twins = chakra('div', { base: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '3.5' } })

const fields = {
  ...codeFields,
  promocode: state(''),
  course_ids: state<readonly string[]>([]),
  listed: choice('Shown to buyers', [
    ['true', 'Yes'],
    ['false', 'No'],
  ]),
  first_purchase: choice('For', [
    ['false', 'Everyone'],
    ['true', 'First purchase'],
  ]),
}

/** The code as buyers would be offered it. */
const offerOf = ({ kind, discount, amount, max_discount, minimum_order, first_purchase }: TypedOf<typeof fields>) => ({
  discount: Number(discount),
  ...(kind === 'rupees' ? { amount: Number(amount) } : {}),
  ...(kind === 'percent' && Number(max_discount) > 0 ? { max_discount: Number(max_discount) } : {}),
  ...(Number(minimum_order) > 0 ? { minimum_order: Number(minimum_order) } : {}),
  ...(first_purchase === 'true' ? { first_purchase: true as const } : {}),
})

/** The form of a new code, with the words that buyers will read; with rules it is for a segment of the students alone. */
export default function AddPromocode({ list }: { list: ListParams<string> }) {
  const id = useId()
  const close = () => list.set({ new: '', segment: '' }, { keepPage: true })
  const rules = readRules(list.get('segment'))
  const onRules = (next: SegmentRule[]) => list.set({ segment: rulesText(next) }, { keepPage: true })
  const call = {
    key: () => adminApi.promocodes.key(),
    call: ({ body }: { body: ReturnType<typeof newCodeQuery> }) =>
      adminClient.promocodes.add({ query: rules.length > 0 ? { ...body, segment: rulesText(rules) } : body }),
  }
  const form = useForm(call, fields, {
    draft: 'promocode:new',
    begun: newCode(indianDay(shopNow())),
    schema: { safeParse: parseNewCode },
    of: {},
    failed: 'Failed to add promo code',
    fallback: '',
    toasts: true,
    codes: { promocode_exists: 'promocode' },
    onDone: (_, { since, here }) => here && (since ? onRules([]) : close()),
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
    <Dialog
      open
      onClose={close}
      title="Add promo code"
      footer={
        <>
          <Button variant="outline" onClick={() => form.cancel(close)}>
            Cancel
          </Button>
          <SaveButton of={form} formId={id} always busyText="Adding...">
            Add promo code
          </SaveButton>
        </>
      }
    >
      <Form
        form={form}
        id={id}
        layout={[
          <Field
            key="code"
            label="Code"
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={32}
            help="At least 3 characters, saved in capitals."
            {...form.field('promocode')}
            onChange={({ target }) => form.put({ promocode: target.value.toUpperCase() })}
          />,
          <Twins key="reduction">
            <ReductionFields kind={kind} field={form.field} />
          </Twins>,
          <CodeCourses
            key="courses"
            value={course_ids}
            error={form.errorOf('course_ids')}
            onChange={(ids) => form.put({ course_ids: ids })}
          />,
          rules.length > 0 && (
            <Stack gap="1.5">
              <GroupLabel
                id="code-segment"
                help="Checked when they buy. Others read: This code is not for this account."
              >
                For a segment
              </GroupLabel>
              <RuleLine rules={rules} onChange={onRules} />
            </Stack>
          ),
          <Disclosure key="limits" label="Limits">
            <Twins pt="2">
              <LimitFields
                field={form.field}
                listed={fields.listed.draw({
                  name: 'listed',
                  value: form.values.listed,
                  put: (listed) => form.put({ listed }),
                })}
                buyers={fields.first_purchase.draw({
                  name: 'first_purchase',
                  value: first_purchase,
                  put: (next) => form.put({ first_purchase: next }),
                })}
              />
            </Twins>
          </Disclosure>,
          isGiveaway(offerOf(form.values)) && (
            <Help>
              {kind === 'rupees'
                ? 'This code can make a course free, so only an owner or finance can create it.'
                : 'This code takes off more than 70 %, so only an owner or finance can create it.'}
            </Help>
          ),
          code.trim().length >= 3 && takesOff >= 1 && (
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
          ),
        ]}
      />
    </Dialog>
  )
}
