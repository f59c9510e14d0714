import { useQuery } from '@tanstack/react-query'
import { BackupPlan, type BackupState as State } from 'contract/backups'
import { Button } from '../../ui/Button.tsx'
import { bytesText } from '../../ui/bytes-text.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { FieldProblem, Help, Tools } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { number, segments, text } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
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
              Came back on {dateTimeText(restore.restored_at)} as of {dateTimeText(restore.backup_at)}.{' '}
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

const setPlan = {
  key: () => adminApi.backups.key(),
  call: (plan: BackupPlan | null) => adminClient.backups.setPlan({ body: { plan } }),
}
const fields = {
  place: segments('Back up to', [
    ['bucket', 'The bucket'],
    ['folder', 'A folder'],
  ]),
  folder: text('Folder on the server', { maxLength: 500, secret: true }),
  keep: number('Backups to keep', { min: 2, max: 365, help: 'Older ones are removed.' }),
}

type Plan = Pick<State, 'plan' | 'folders' | 'bucket'>

const begunOf = ({ plan, folders, bucket }: Plan) => ({
  place: bucket && (!plan || plan.folder === null) ? 'bucket' : 'folder',
  folder: plan?.folder ?? folders[0],
  keep: plan?.keep ?? KEEP,
})

function PlanForm({ plan, folders, bucket }: Plan) {
  const form = useForm(setPlan, fields, {
    draft: 'backups',
    begun: begunOf({ plan, folders, bucket }),
    stored: begunOf,
    schema: BackupPlan,
    shape: ({ place, folder, keep }) => ({ folder: place === 'bucket' ? null : folder, keep }),
    codes: { invalid: 'folder' },
    failed: 'Failed to save the nightly backup',
    toasts: true,
  })
  const off = useAct(setPlan, { failed: 'Failed to turn the nightly backup off' })
  const isBucket = form.values.place === 'bucket'
  const problem = form.errorOf('folder')
  return (
    <Form
      form={form}
      title="Backups"
      layout={[
        bucket && 'place',
        isBucket && (
          <chakra.p key="bucket" overflowWrap="anywhere">
            Place in the bucket: <Mono>{bucket}</Mono>
          </chakra.p>
        ),
        isBucket && problem && (
          <div key="problem" role="alert">
            <FieldProblem>{problem}</FieldProblem>
          </div>
        ),
        isBucket ? 'keep' : ['folder', 'keep'],
        <Help key="help">
          {isBucket ? (
            'Your files are in this bucket already and are not copied. Turn on its versioning, so that a deleted file can be restored.'
          ) : (
            <>
              Folders below <Mono>{folders.join(', ')}</Mono> are allowed. A backup on the shop’s own disk is lost with
              it: copy the folder to another machine. Each of your files is copied once.
            </>
          )}
        </Help>,
      ]}
    >
      <Tools gap="3">
        <SaveButton of={form} variant="outline" always={plan === null} waitsFor="Change the place or the number first">
          {plan ? 'Save backups' : 'Back up every night'}
        </SaveButton>
        {plan && (
          <Button variant="ghost" busy={off.busy} onClick={() => off.run(null)}>
            Turn off
          </Button>
        )}
      </Tools>
    </Form>
  )
}
