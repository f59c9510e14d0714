import { chakra } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { type Resolver, useForm } from 'react-hook-form'
import { type Promocode, UpdatePromocodeBody } from 'server/contract/promocodes'
import type { z } from 'zod'
import { errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { rupeesText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient } from '../admin-api.ts'
import { Choice, Help, Two } from '../parts/form-parts.tsx'
import { useUnsaved } from '../unsaved.ts'
import { UsesFields } from './UsesFields.tsx'

type Values = {
  discount: string
  expiry_date: string
  start_date: string
  max_uses: string
  max_uses_per_buyer: string
  paused: boolean
  listed: boolean
}

/** Empty limits are none; the contract's schema checks the rest. */
const resolver: Resolver<Values, unknown, z.output<typeof UpdatePromocodeBody>> = (values) => {
  const number = (text: string) => (text.trim() === '' ? null : Number(text))
  const result = UpdatePromocodeBody.safeParse({
    ...values,
    discount: Number(values.discount),
    start_date: values.start_date || null,
    max_uses: number(values.max_uses),
    max_uses_per_buyer: number(values.max_uses_per_buyer),
  })
  if (result.success) return { values: result.data, errors: {} }
  const errors = result.error.issues.map(({ path, message }) => [String(path[0]), { type: 'invalid', message }])
  return { values: {}, errors: Object.fromEntries(errors) }
}

const textOf = (value: number | null) => (value === null ? '' : String(value))

/** Limits, times, pause and listing of a code; the code itself stays what it is. */
export default function EditPromocode({ code, onClose }: { code: Promocode; onClose: () => void }) {
  const queries = useQueryClient()
  const { register, handleSubmit, formState } = useForm({
    resolver,
    defaultValues: {
      discount: String(code.discount),
      expiry_date: code.expiry_date.slice(0, 10),
      start_date: code.start_date?.slice(0, 10) ?? '',
      max_uses: textOf(code.max_uses),
      max_uses_per_buyer: textOf(code.max_uses_per_buyer),
      paused: code.paused,
      listed: code.listed,
    },
  })
  const { errors, isDirty } = formState
  useUnsaved(`promocode:${code.id}`, isDirty)
  const save = useSubmission({
    mutationFn: (body: z.output<typeof UpdatePromocodeBody>) =>
      adminClient.promocodes.update({ params: { id: code.id }, body }),
    onSuccess: ({ message }) => {
      toast.success(message)
      onClose()
      return queries.invalidateQueries({ queryKey: adminApi.promocodes.key() })
    },
    onError: (error) => {
      if (!isAuthError(error)) toast.error('Failed to update promo code', { description: errorText(error, '') })
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Change ${code.promocode}`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="edit-promocode" disabled={!isDirty} busy={save.isPending} busyText="Saving...">
            Save changes
          </Button>
        </>
      }
    >
      <chakra.form
        id="edit-promocode"
        noValidate
        display="grid"
        gap="4"
        onSubmit={handleSubmit((body) => save.mutate(body))}
      >
        <Help>
          {code.uses} used, {code.reserved} in open orders, {rupeesText(code.revenue)} paid with it. Orders that were
          made keep their price.
        </Help>
        <Two>
          <Field
            label="Discount (%)"
            required
            type="number"
            min={1}
            max={100}
            error={errors.discount?.message}
            {...register('discount')}
          />
          <Field
            label="Expiry date"
            required
            type="date"
            error={errors.expiry_date?.message}
            {...register('expiry_date')}
          />
          <Field label="Starts" optional type="date" error={errors.start_date?.message} {...register('start_date')} />
          <UsesFields all={register('max_uses')} perBuyer={register('max_uses_per_buyer')} errors={errors} />
        </Two>
        <Choice>
          <input type="checkbox" {...register('listed')} />
          Shown to buyers in cart and checkout
        </Choice>
        <Choice>
          <input type="checkbox" {...register('paused')} />
          Paused: refused as if it did not exist
        </Choice>
      </chakra.form>
    </Dialog>
  )
}
