import { PROVING_FIGURES, ProofInput, type ProvingFigure } from 'contract/claims/claims'
import { indianDay } from 'contract/indian-time'
import { useState } from 'react'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { fieldErrors } from '../../shared/forms/use-action-form.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { later } from '../../ui/later.tsx'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, Help } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminClient } from '../host/admin-api.ts'
import type { ClaimRow, Claims } from './claim-places.ts'

const MediaPicker = later(() => import('../media/library/MediaPicker.tsx'))

type Props = { row: ClaimRow; claims: Claims; onStored: (claims: Claims) => void; onClose: () => void }
type Kind = 'counted' | 'file' | 'text'

const figureText: Record<ProvingFigure, (count: number) => string> = {
  students: (count) => `Students: ${count}`,
  courses: (count) => `Courses on sale: ${count}`,
  lessons: (count) => `Lessons on sale: ${count}`,
  hours: (count) => `Hours of video: ${count}`,
  guarantee: (count) => `Guarantee: ${count} days`,
}

const begunOf = ({ proof }: ClaimRow) => ({
  kind: (proof?.kind ?? 'text') as Kind,
  figure: (proof?.figure ?? 'students') as ProvingFigure,
  file: proof?.file ?? '',
  text: proof?.text ?? '',
  dated_on: proof?.dated_on ?? indianDay(shopNow()),
})

/** Takes the source of a claim: a figure, a file or a text with its day. */
export default function ProofDialog({ row, claims, onStored, onClose }: Props) {
  const [picking, setPicking] = useState(false)
  const form = useActionForm({
    name: `proof:${row.claim_id}`,
    begun: begunOf(row),
    parse: (values) => ProofInput.safeParse(values),
    send: (body) => adminClient.claims.prove({ params: { claim_id: row.claim_id }, body }),
    failed: 'The proof was not saved',
    fallback: 'The proof could not be saved. Please try again.',
    fieldsOf: (error) => fieldErrors(error, ['figure', 'file', 'text', 'dated_on']),
    onDone: (saved, { here }) => {
      toast.success('Proof saved')
      onStored(saved)
      if (here) onClose()
    },
  })
  const remove = useSubmission({
    mutationFn: () => adminClient.claims.unprove({ claim_id: row.claim_id }),
    onSuccess: (saved) => {
      toast.success('Proof removed')
      onStored(saved)
      onClose()
    },
    onError: (failure) => {
      toast.error('The proof was not removed', { description: errorText(failure, 'Please try again.') })
    },
  })
  const { kind, file } = form.values
  const fileName = decodeURIComponent(file.split('/').at(-1) ?? '')
  return (
    <Dialog
      open
      onClose={() => form.cancel(onClose)}
      title="Proof of a claim"
      footer={
        <>
          {row.proof && (
            <Button variant="ghost" busy={remove.isPending} busyText="Removing..." onClick={() => remove.mutate()}>
              Remove proof
            </Button>
          )}
          <Button type="submit" form="proof" busy={form.isPending} busyText="Saving...">
            Save proof
          </Button>
        </>
      }
    >
      <chakra.form method="post" id="proof" noValidate display="grid" gap="4.5" onSubmit={form.submit}>
        <chakra.blockquote borderStartWidth="3px" borderColor="action.solid" ps="3.5" fontWeight="600">
          {row.words}
        </chakra.blockquote>
        <Segments
          label="Kind of proof"
          value={kind}
          onChange={(next) => form.put({ kind: next })}
          options={[
            ['text', 'Text'],
            ['file', 'File'],
            ['counted', 'Figure'],
          ]}
        />
        {kind === 'counted' && (
          <Field
            as="select"
            label="Figure"
            help="It proves a number that is at most as great. The shop looks each day."
            {...form.field('figure')}
          >
            {PROVING_FIGURES.map((figure) => (
              <option key={figure} value={figure}>
                {figureText[figure](claims.counted[figure] ?? 0)}
              </option>
            ))}
          </Field>
        )}
        {kind === 'file' && (
          <chakra.div display="grid" gap="2" justifyItems="start">
            <Button variant="outline" onClick={() => setPicking(true)}>
              {file ? 'Choose another file' : 'Choose a file'}
            </Button>
            <Help overflowWrap="anywhere">
              {file ? fileName : 'A register, a report or a photo. Visitors do not see it.'}
            </Help>
            {form.errorOf('file') && <FieldProblem>{form.errorOf('file')}</FieldProblem>}
          </chakra.div>
        )}
        {kind === 'text' && (
          <>
            <Field
              as="textarea"
              label="Where it comes from"
              required
              rows={3}
              maxLength={1000}
              placeholder="Counted in our register of students, March 2026"
              {...form.field('text')}
            />
            <Field label="Day of the source" required type="date" {...form.field('dated_on')} />
          </>
        )}
        {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
      </chakra.form>
      {picking && (
        <MediaPicker
          kind=""
          onPick={({ url }) => {
            setPicking(false)
            form.put({ file: url })
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </Dialog>
  )
}
