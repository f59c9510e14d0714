import { useQueryClient } from '@tanstack/react-query'
import type { Promocode } from 'contract/promocodes'
import { useForm } from 'react-hook-form'
import { errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { rupeesText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { Choice, Help, Two } from '../forms/form-parts.tsx'
import { useTypedForm } from '../forms/use-typed-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { type CodeBody, codeResolver, toForm } from './promocode-form.ts'
import { ReductionFields } from './ReductionFields.tsx'
import { UsesFields } from './UsesFields.tsx'

/** Limits, times, pause and listing of a code; the code itself stays what it is. */
export default function EditPromocode({ code, onClose }: { code: Promocode; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useForm({ resolver: codeResolver(code), defaultValues: toForm(code) })
  const { register, handleSubmit, watch, formState } = form
  const { errors, isDirty } = formState
  const { sending, forget } = useTypedForm(`promocode:${code.id}`, form)
  const save = useSubmission({
    mutationFn: (body: CodeBody) => adminClient.promocodes.update({ params: { id: code.id }, body }),
    onMutate: sending,
    onSuccess: ({ message }, _, settle) => {
      toast.success(message)
      if (!settle()) onClose()
      return queries.invalidateQueries({ queryKey: adminApi.promocodes.key() })
    },
    onError: (error) => {
      if (!isAuthError(error)) toast.error('Failed to update promo code', { description: errorText(error, '') })
    },
  })
  const cancel = () => {
    if (!save.isPending) forget()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Change ${code.promocode}`}
      footer={
        <>
          <Button variant="outline" onClick={cancel}>
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
          {code.uses} used, {code.reserved} in unpaid orders, {rupeesText(code.revenue)} paid with it. Orders already
          placed keep their price.
        </Help>
        <Two>
          <ReductionFields kind={watch('kind')} register={register} errors={errors} />
          <Field
            label="Expiry date"
            required
            type="date"
            error={errors.expiry_date?.message}
            {...register('expiry_date')}
          />
          <Field label="Starts" optional type="date" error={errors.start_date?.message} {...register('start_date')} />
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
          <UsesFields
            all={register('max_uses')}
            perBuyer={register('max_uses_per_buyer')}
            seats={register('max_seats')}
            errors={errors}
          />
        </Two>
        <Choice>
          <input type="checkbox" {...register('first_purchase')} />
          For a first purchase only
        </Choice>
        <Choice>
          <input type="checkbox" {...register('listed')} />
          Show to buyers in cart and checkout
        </Choice>
        <Choice>
          <input type="checkbox" {...register('paused')} />
          Paused: buyers cannot use it
        </Choice>
      </chakra.form>
    </Dialog>
  )
}
