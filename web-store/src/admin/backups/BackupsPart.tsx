import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BackupPlan, type BackupState as State } from 'contract/backups'
import { isApiError } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { bytesText } from '../../ui/bytes-text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { dateTimeText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, Help, Two } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { LoadedPane } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import { Mono } from '../lists/table-parts.tsx'

const KEEP = 14

/** Shows the nightly backup, the last outcome and the last restore. */
export default function BackupsCard() {
  const query = useQuery({ ...adminApi.backups.get.queryOptions(), staleTime: 0 })
  return (
    <LoadedPane title="Backups" query={query} failed="Failed to load the backups" height="320px">
      {({ plan, folders, bucket, backup, restore }) => (
        <>
          <Help>
            {plan ? 'Your shop backs itself up every night at 02:30.' : 'The nightly backup is off.'} {lastText(backup)}
          </Help>
          {backup.ok === false && <FieldProblem>The last backup failed: {backup.message}</FieldProblem>}
          {restore && (
            <Help>
              Restored on {dateTimeText(restore.restored_at)} from the backup of {dateTimeText(restore.backup_at)}.{' '}
              {restore.message}
            </Help>
          )}
          <PlanForm key={plan ? 'on' : 'off'} plan={plan} folders={folders} bucket={bucket} />
        </>
      )}
    </LoadedPane>
  )
}

function lastText({ last_at, size_bytes }: State['backup']): string {
  if (!last_at) return 'No backup yet.'
  const size = size_bytes === null ? '' : `, ${bytesText(size_bytes)}`
  return `Last good backup: ${dateTimeText(last_at)}${size}.`
}

function PlanForm({ plan, folders, bucket }: Pick<State, 'plan' | 'folders' | 'bucket'>) {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: adminApi.backups.key() })
  const form = useActionForm({
    name: 'backups',
    begun: {
      place: bucket && (!plan || plan.folder === null) ? 'bucket' : 'folder',
      folder: plan?.folder ?? folders[0] ?? '',
      keep: String(plan?.keep ?? KEEP),
    },
    parse: ({ place, folder, keep }) =>
      BackupPlan.safeParse({ folder: place === 'bucket' ? null : folder, keep: Number(keep || Number.NaN) }),
    send: (body) => adminClient.backups.setPlan({ body: { plan: body } }),
    stored: (_, sent) => sent,
    failed: 'Failed to save the nightly backup',
    fallback: 'Please try again.',
    toasts: true,
    fieldsOf: (error) => (isApiError(error) && error.status === 422 ? { folder: error.message } : undefined),
    onDone: ({ message }) => {
      toast.success(message)
      return refresh()
    },
  })
  const off = useAct(adminApi.backups.setPlan, {
    failed: 'Failed to turn the nightly backup off',
  })
  const { place, folder } = form.values
  const problem = form.errorOf('folder')
  return (
    <chakra.form method="post" noValidate onSubmit={form.submit} aria-label="Backups" display="grid" gap="4.5">
      {bucket && (
        <chakra.div maxW="24rem">
          <Segments
            label="Back up to"
            value={place}
            onChange={(next) => form.put({ place: next, folder })}
            options={[
              ['bucket', 'The bucket'],
              ['folder', 'A folder'],
            ]}
          />
        </chakra.div>
      )}
      <Two gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: 'minmax(0,2fr) minmax(0,1fr)' }}>
        {place === 'bucket' ? (
          <div>
            <chakra.p textStyle="label">Place in the bucket</chakra.p>
            <chakra.p minH={{ lg: '11' }} mt="1.5" display="flex" alignItems="center" overflowWrap="anywhere">
              <Mono>{bucket}</Mono>
            </chakra.p>
            {problem && (
              <div role="alert">
                <FieldProblem>{problem}</FieldProblem>
              </div>
            )}
          </div>
        ) : (
          <Field
            label="Folder on the server"
            required
            maxLength={500}
            fontFamily="mono"
            autoComplete="off"
            spellCheck={false}
            {...form.field('folder')}
          />
        )}
        <Field
          label="Backups to keep"
          required
          type="number"
          inputMode="numeric"
          min={2}
          max={365}
          step={1}
          help="Older ones are removed."
          {...form.field('keep')}
        />
      </Two>
      {place === 'bucket' ? (
        <Help>
          Your files are in this bucket already and are not copied. Turn on its versioning, so that a deleted file can
          be restored.
        </Help>
      ) : (
        <Help>
          Folders below <Mono>{folders.join(', ')}</Mono> are allowed. A backup on the shop’s own disk is lost with it:
          copy the folder to another machine. Each of your files is copied once.
        </Help>
      )}
      <chakra.div display="flex" gap="3" flexWrap="wrap">
        <WaitingButton
          type="submit"
          variant="outline"
          waitsFor={plan !== null && !form.isChanged && 'Change the place or the number first'}
          busy={form.isPending}
          busyText="Saving..."
        >
          {plan ? 'Save backups' : 'Back up every night'}
        </WaitingButton>
        {plan && (
          <Button variant="ghost" busy={off.busy} onClick={() => off.run({ body: { plan: null } })}>
            Turn off
          </Button>
        )}
      </chakra.div>
    </chakra.form>
  )
}
