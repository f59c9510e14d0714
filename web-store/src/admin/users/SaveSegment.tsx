import type { SavedSegment, SegmentRule } from 'contract/segments'
import { isApiError } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminClient } from '../host/admin-api.ts'
import { useSegmentRefresh } from './segments.queries.ts'

type Props = { rules: readonly SegmentRule[]; saved: readonly SavedSegment[]; onClose: () => void }

/** Asks for the name of a segment. The name of a saved one replaces its rules. */
export default function SaveSegment({ rules, saved, onClose }: Props) {
  const refresh = useSegmentRefresh()
  const namedAs = (name: string) => saved.find((one) => one.name.toLowerCase() === name.trim().toLowerCase())
  const form = useActionForm({
    name: 'segment:new',
    begun: { name: '' },
    check: ({ name }) => (name.trim().length < 2 ? { name: 'Name must be at least 2 characters' } : {}),
    send: ({ name }) => {
      const segment = { all: [...rules] }
      const same = namedAs(name)
      return same
        ? adminClient.segments.update({ params: { segment_id: same.segment_id }, body: { segment } })
        : adminClient.segments.create({ name, segment })
    },
    failed: 'The segment was not saved',
    fallback: 'The segment could not be saved. Please try again.',
    fieldsOf: (error) => (isApiError(error) && error.code === 'segment_exists' ? { name: error.message } : undefined),
    onDone: ({ message }, { here }) => {
      toast.success(message)
      if (here) onClose()
      return refresh()
    },
  })
  const same = namedAs(form.values.name)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save this segment"
      footer={
        <>
          <Button variant="outline" onClick={() => form.cancel(onClose)}>
            Cancel
          </Button>
          <Button type="submit" form="save-segment" busy={form.isPending} busyText="Saving...">
            {same ? 'Replace segment' : 'Save segment'}
          </Button>
        </>
      }
    >
      <chakra.form method="post" id="save-segment" noValidate display="grid" gap="3" onSubmit={form.submit}>
        <Field
          label="Name"
          required
          maxLength={60}
          autoComplete="off"
          help={
            same
              ? `Replaces the rules of ${same.name}.`
              : 'It counts itself again each time you open it. Emails can use it.'
          }
          {...form.field('name')}
        />
        {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
      </chakra.form>
    </Dialog>
  )
}
