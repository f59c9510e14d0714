import { useQuery } from '@tanstack/react-query'
import type { BreachClock, OneBreach } from 'contract/breaches/breaches'
import { CopyButton } from '../../shared/CopyButton.tsx'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { toast } from '../../ui/toaster.ts'
import { Choice, FieldProblem, Tools } from '../forms/form-parts.tsx'
import { sentHour, typedHour } from '../forms/indian-hour.ts'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { useBreachRefresh } from './breaches.queries.ts'
import { Missing } from './Missing.tsx'

type Sent = { breachId: string; to: BreachClock['to']; onClose: () => void }

const titles = { cert_in: 'Report to CERT-In', board: 'Report to the Data Protection Board' } as const

/** The prepared text for an authority, and the note of what was sent. */
export default function SentDialog({ breachId, to, onClose }: Sent) {
  const { data, isLoading } = useQuery(adminApi.breaches.get.queryOptions({ input: { breach_id: breachId } }))
  return (
    <Dialog
      open
      onClose={onClose}
      title={titles[to]}
      size="wide"
      footer={
        <Button type="submit" form="breach-report" disabled={isLoading}>
          Mark as sent
        </Button>
      }
    >
      {data ? <ReportForm breach={data} to={to} onClose={onClose} /> : <Loading minH="240px" />}
    </Dialog>
  )
}

function ReportForm({ breach, to, onClose }: Omit<Sent, 'breachId'> & { breach: OneBreach }) {
  const refresh = useBreachRefresh()
  const draft = breach.texts.find((one) => one.to === to)
  const form = useActionForm({
    name: `breach-report:${breach.breach_id}:${to}`,
    begun: { text: draft?.text ?? '', at: typedHour(shopNow()), full: draft?.missing.length === 0 },
    check: ({ text, at }) => ({
      text: text.trim() ? undefined : 'The text that was sent is required',
      at: at ? undefined : 'Enter when it was sent',
    }),
    send: ({ text, at, full }) =>
      adminClient.breaches.noteSent({
        params: { breach_id: breach.breach_id },
        body: { to, full, at: sentHour(at) ?? '', text },
      }),
    failed: 'The report was not noted',
    fallback: 'Please try again.',
    onDone: async ({ message }) => {
      toast.success(message)
      onClose()
      await refresh()
    },
  })
  return (
    <chakra.form method="post" id="breach-report" noValidate display="grid" gap="4.5" onSubmit={form.submit}>
      <Missing of={draft?.missing ?? []} />
      <Field
        as="textarea"
        label="Text"
        required
        rows={14}
        help={
          to === 'cert_in'
            ? 'Copy it into an email to incident@cert-in.org.in, send it, then mark it as sent here.'
            : 'Copy it into the Board’s own form, send it, then mark it as sent here.'
        }
        {...form.field('text')}
      />
      <Tools>
        <CopyButton text={form.values.text} of="the text" />
      </Tools>
      <Field label="Sent (Indian time)" required type="datetime-local" {...form.field('at')} />
      {to === 'board' && (
        <Choice>
          <input type="checkbox" {...form.box('full')} />
          <span>This is the full report, which stops the clock of 72 hours</span>
        </Choice>
      )}
      {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
    </chakra.form>
  )
}
