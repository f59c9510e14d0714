import type { Promocode } from 'contract/promocodes'
import { useId } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { rupeesText } from '../../ui/format.ts'
import { TextLink } from '../../ui/text.tsx'
import { Help, Two } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { tick } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { useLatest } from '../kit/use-latest.ts'
import { rulesText } from '../users/rules.ts'
import { codeFields, LimitFields, ReductionFields } from './CodeFields.tsx'
import { bodyBefore, type CodeForm, parseCode, toForm } from './promocode-form.ts'

const fields = {
  ...codeFields,
  first_purchase: tick('For a first purchase only'),
  listed: tick('Show to buyers in cart and checkout'),
  paused: tick('Paused: buyers cannot use it'),
}

/** Limits, times, pause and listing of a code; the code itself stays what it is. */
export default function EditPromocode({ of, onClose }: { of: Promocode; onClose: () => void }) {
  const id = useId()
  const { thing: code, onFailed, say } = useLatest(of)
  const form = useForm(adminApi.promocodes.update, fields, {
    draft: `promocode:${code.id}`,
    begun: toForm(code),
    schema: { safeParse: (typed: CodeForm) => parseCode(typed, code) },
    of: { params: { id: code.id }, headers: { 'if-match': `"${code.version}"` } },
    failed: 'Failed to update promo code',
    fallback: '',
    say: (error) => say(error, ''),
    undo: ({ promocode }, sent) => ({
      params: { id: code.id },
      headers: { 'if-match': `"${promocode.version}"` },
      body: bodyBefore(sent, code),
    }),
    onFailed,
    toasts: true,
    onDone: (_, { since, here }) => here && !since && onClose(),
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
          <SaveButton of={form} formId={id}>
            Save changes
          </SaveButton>
        </>
      }
    >
      <Form
        form={form}
        id={id}
        layout={[
          <Help key="uses">
            {code.uses} used, {code.reserved} in unpaid orders, {rupeesText(code.revenue)} paid with it. Orders already
            placed keep their price.
          </Help>,
          code.segment && (
            <TextLink to={adminPaths.tab('users', { segment: rulesText(code.segment.all) })}>
              For a segment: see its students
            </TextLink>
          ),
          <Two key="limits">
            <ReductionFields kind={form.values.kind} field={form.field} />
            <LimitFields field={form.field} />
          </Two>,
          'first_purchase',
          'listed',
          'paused',
        ]}
      />
    </Dialog>
  )
}
