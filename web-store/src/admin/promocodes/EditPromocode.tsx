import { useQueryClient } from '@tanstack/react-query'
import type { Promocode } from 'contract/promocodes'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { rupeesText } from '../../ui/format.ts'
import { TextLink } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { Choice, Help, Two } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { rulesText } from '../users/rules.ts'
import { LimitFields, ReductionFields } from './CodeFields.tsx'
import { parseCode, toForm } from './promocode-form.ts'

/** Limits, times, pause and listing of a code; the code itself stays what it is. */
export default function EditPromocode({ of: code, onClose }: { of: Promocode; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useActionForm({
    name: `promocode:${code.id}`,
    begun: toForm(code),
    parse: (typed) => parseCode(typed, code),
    send: (body) => adminClient.promocodes.update({ params: { id: code.id }, body }),
    stored: (_, sent) => sent,
    failed: 'Failed to update promo code',
    fallback: '',
    toasts: true,
    onDone: ({ message }, { since, here }) => {
      toast.success(message)
      if (here && !since) onClose()
      return queries.invalidateQueries({ queryKey: adminApi.promocodes.key() })
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Change ${code.promocode}`}
      footer={
        <>
          <Button variant="outline" onClick={() => form.cancel(onClose)}>
            Cancel
          </Button>
          <WaitingButton
            type="submit"
            form="edit-promocode"
            waitsFor={!form.isChanged && 'Change something first'}
            busy={form.isPending}
            busyText="Saving..."
          >
            Save changes
          </WaitingButton>
        </>
      }
    >
      <chakra.form method="post" id="edit-promocode" noValidate display="grid" gap="4" onSubmit={form.submit}>
        <Help>
          {code.uses} used, {code.reserved} in unpaid orders, {rupeesText(code.revenue)} paid with it. Orders already
          placed keep their price.
        </Help>
        {code.segment && (
          <TextLink to={adminPaths.tab('users', { segment: rulesText(code.segment.all) })}>
            For a segment: see its students
          </TextLink>
        )}
        <Two>
          <ReductionFields kind={form.values.kind} field={form.field} />
          <LimitFields field={form.field} />
        </Two>
        <Choice>
          <input type="checkbox" {...form.box('first_purchase')} />
          For a first purchase only
        </Choice>
        <Choice>
          <input type="checkbox" {...form.box('listed')} />
          Show to buyers in cart and checkout
        </Choice>
        <Choice>
          <input type="checkbox" {...form.box('paused')} />
          Paused: buyers cannot use it
        </Choice>
      </chakra.form>
    </Dialog>
  )
}
