import { useQueryClient } from '@tanstack/react-query'
import { givesAway } from 'contract/gives-away'
import { indianDay } from 'contract/indian-time'
import { useForm } from 'react-hook-form'
import { errorText, isApiError, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { offerText } from '../../shared/cart/promocode-check.ts'
import { Disclosure } from '../../shared/Disclosure.tsx'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Card } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { Help } from '../forms/form-parts.tsx'
import { useTypedForm } from '../forms/use-typed-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { IconTag } from '../shell/admin-icons.ts'
import { CodeCourses } from './CodeCourses.tsx'
import { type NewCodeForm, newCode, newCodeQuery, newCodeResolver } from './promocode-form.ts'
import { ReductionFields } from './ReductionFields.tsx'
import { UsesFields } from './UsesFields.tsx'

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
const offerOf = ({ kind, discount, amount, minimum_order, first_purchase }: NewCodeForm) => ({
  discount: Number(discount),
  ...(kind === 'rupees' ? { amount: Number(amount) } : {}),
  ...(Number(minimum_order) > 0 ? { minimum_order: Number(minimum_order) } : {}),
  ...(first_purchase === 'true' ? { first_purchase: true as const } : {}),
})

const freshCode = () => newCode(indianDay(shopNow()))

/** The form of a new code, with the words that buyers will read. */
export function AddPromocode() {
  const queries = useQueryClient()
  const fields = useForm({ resolver: newCodeResolver, defaultValues: freshCode() })
  const { register, handleSubmit, setError, setValue, watch, formState } = fields
  const { errors } = formState
  const { sending } = useTypedForm('promocode:new', fields)
  const form = watch()
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
  } = form
  const limited = max_uses !== '' || max_uses_per_buyer !== '' || first_purchase === 'true'
  const bySeats = kind === 'percent' && (Number(discount) === 100 || limited)
  const takesOff = Number(kind === 'rupees' ? amount : discount)
  const add = useSubmission({
    mutationFn: (form: NewCodeForm) => adminClient.promocodes.add({ query: newCodeQuery(form) }),
    onMutate: sending,
    onSuccess: ({ message }, _, settle) => {
      toast.success(message)
      settle(freshCode())
      return queries.invalidateQueries({ queryKey: adminApi.promocodes.key() })
    },
    onError: (error) => {
      if (isAuthError(error)) return
      if (isApiError(error) && error.code === 'promocode_exists') {
        return setError('promocode', { message: error.message }, { shouldFocus: true })
      }
      toast.error('Failed to add promo code', { description: errorText(error, '') })
    },
  })
  const submit = handleSubmit((values) => add.mutate({ ...values, promocode: values.promocode.trim() }))
  return (
    <Card asChild padded display="grid" gap="4.5" alignContent="start">
      <form noValidate onSubmit={submit} aria-labelledby="add-promocode">
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
          error={errors.promocode?.message}
          {...register('promocode', {
            onChange: (event) => setValue('promocode', String(event.target.value).toUpperCase()),
          })}
        />
        <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="3.5">
          <ReductionFields kind={kind} register={register} errors={errors} />
          <Field
            label="Expiry date"
            required
            type="date"
            error={errors.expiry_date?.message}
            {...register('expiry_date')}
          />
        </chakra.div>
        <CodeCourses
          value={course_ids}
          error={errors.course_ids?.message}
          onChange={(ids) => setValue('course_ids', ids, { shouldDirty: true })}
        />
        <Disclosure label="Limits">
          <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="3.5" pt="2">
            <Field label="Starts" optional type="date" error={errors.start_date?.message} {...register('start_date')} />
            <Field as="select" label="Shown to buyers" {...register('listed')}>
              <option value="true">Yes</option>
              <option value="false">No</option>
            </Field>
            <Field
              label="Minimum (₹)"
              optional
              type="number"
              inputMode="decimal"
              min={1}
              step="0.01"
              error={errors.minimum_order?.message}
              {...register('minimum_order')}
            />
            <Field as="select" label="For" {...register('first_purchase')}>
              <option value="false">Everyone</option>
              <option value="true">First purchase</option>
            </Field>
            <UsesFields
              all={register('max_uses')}
              perBuyer={register('max_uses_per_buyer')}
              seats={register('max_seats')}
              errors={errors}
            />
          </chakra.div>
        </Disclosure>
        {givesAway(offerOf(form)) && (
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
                {code.trim()} ({offerText(offerOf(form))})
              </b>
              {bySeats && `, for ${Number(max_seats) > 1 ? `${max_seats} seats` : 'one seat'} of each course`}
            </span>
          </Preview>
        )}
        <Button type="submit" busy={add.isPending} busyText="Adding...">
          Add Promo Code
        </Button>
      </form>
    </Card>
  )
}
