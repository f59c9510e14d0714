import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BackupPlan } from 'contract/backups'
import { isApiError } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { dateTimeText } from '../../ui/format.ts'
import { Card } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { Help, Two } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { useFailureToast } from '../forms/use-failure-toast.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { Mono } from '../lists/table-parts.tsx'

const KEEP = 14

/** Shows the nightly backup, the last outcome and the last restore. */
export function BackupsCard() {
  const { data } = useQuery({ ...adminApi.backups.get.queryOptions(), staleTime: 0 })
  if (!data) return null
  const { plan, folders, backup, restore } = data
  return (
    <Card asChild padded display="grid" gap="4.5">
      <section aria-labelledby="backups">
        <div>
          <chakra.h2 id="backups" textStyle="h3" fontSize="1.375rem">
            Backups
          </chakra.h2>
          <Help>{plan ? 'Your shop backs itself up every night at 02:30.' : 'The nightly backup is off.'}</Help>
        </div>
        {backup.ok === false && (
          <chakra.p color="danger.fg" overflowWrap="anywhere">
            The last backup failed: {backup.message}
          </chakra.p>
        )}
        {restore && (
          <Help>
            Restored on {dateTimeText(restore.restored_at)} from the backup of {dateTimeText(restore.backup_at)}.{' '}
            {restore.message}
          </Help>
        )}
        <PlanForm key={plan ? 'on' : 'off'} plan={plan} folder={folders[0] ?? ''} />
        <Help>
          Folders below <Mono>{folders.join(', ')}</Mono> are allowed. A backup on the shop’s own disk is lost with it:
          copy the folder to another machine.
        </Help>
      </section>
    </Card>
  )
}

function PlanForm({ plan, folder }: { plan: BackupPlan | null; folder: string }) {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: adminApi.backups.key() })
  const form = useActionForm({
    ...{ name: 'backups', begun: { folder: plan?.folder ?? folder, keep: String(plan?.keep ?? KEEP) } },
    parse: (typed) => BackupPlan.safeParse({ ...typed, keep: Number(typed.keep || Number.NaN) }),
    send: (body) => adminClient.backups.setPlan({ body: { plan: body } }),
    stored: (_, sent) => sent,
    ...{ failed: 'Failed to save the nightly backup', fallback: 'Please try again.', toasts: true },
    fieldsOf: (error) => (isApiError(error) && error.status === 422 ? { folder: error.message } : undefined),
    onDone: ({ message }) => {
      toast.success(message)
      return refresh()
    },
  })
  const off = useMutation({
    ...adminApi.backups.setPlan.mutationOptions(),
    onSuccess: ({ message }) => {
      toast.success(message)
      return refresh()
    },
  })
  useFailureToast(off.error, 'Failed to turn the nightly backup off')
  return (
    <chakra.form noValidate onSubmit={form.submit} aria-labelledby="backups" display="grid" gap="4.5">
      <Two>
        <Field
          label="Folder on the server"
          required
          maxLength={500}
          fontFamily="mono"
          autoComplete="off"
          spellCheck={false}
          {...form.field('folder')}
        />
        <Field
          label="Backups to keep"
          required
          type="number"
          inputMode="numeric"
          min={2}
          max={365}
          step={1}
          help="Older ones are removed. Files are stored once."
          {...form.field('keep')}
        />
      </Two>
      <chakra.div display="flex" gap="3" flexWrap="wrap">
        <Button
          type="submit"
          variant="outline"
          disabled={plan !== null && !form.isChanged}
          busy={form.isPending}
          busyText="Saving..."
        >
          {plan ? 'Save backups' : 'Back up every night'}
        </Button>
        {plan && (
          <Button variant="ghost" busy={off.isPending} onClick={() => off.mutate({ body: { plan: null } })}>
            Turn off
          </Button>
        )}
      </chakra.div>
    </chakra.form>
  )
}
