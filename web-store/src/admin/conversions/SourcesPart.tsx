import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AdChannel, AdConnection } from 'contract/ads'
import { useState } from 'react'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { useSecretForm } from '../../shared/forms/use-action-form.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Card, Skeleton } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, Help } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { useUnsaved } from '../host/unsaved.ts'
import { agoText } from '../lists/ago-text.ts'
import { ErrorState } from '../lists/ErrorState.tsx'

const channels: Record<AdChannel, { name: string; account: string; secret: string; help: string }> = {
  meta: {
    name: 'Meta',
    account: 'Pixel ID',
    secret: 'Access token',
    help: 'In Meta’s Events Manager: your dataset, Settings, Conversions API, Generate access token.',
  },
  ga4: {
    name: 'Google Analytics',
    account: 'Measurement ID',
    secret: 'API secret',
    help: 'In Google Analytics: Admin, Data streams, your stream, Measurement Protocol API secrets.',
  },
}

/** Connects Meta and Google, which hear of a sale only from buyers who agreed. */
export default function SourcesPart() {
  const { data, error, isPending, refetch } = useQuery(adminApi.ads.list.queryOptions())
  const [open, setOpen] = useState<AdChannel>()
  if (isPending) return <Skeleton h="200px" borderRadius="l3" />
  if (!data) return <ErrorState title="Failed to load the connections" error={error} onRetry={() => void refetch()} />
  return (
    <Card asChild p={{ base: '4', md: '5' }} display="grid" gap="4">
      <section aria-labelledby="connections">
        <chakra.h2 id="connections" textStyle="h3" fontSize="1.125rem">
          Tell Meta and Google of sales
        </chakra.h2>
        <Help>Your server reports a sale half an hour after it, once, and only for buyers who agreed.</Help>
        {(['meta', 'ga4'] as const).map((channel) => {
          const found = data.find((one) => one.channel === channel)
          return (
            <chakra.div key={channel} display="flex" flexWrap="wrap" gap="3" alignItems="center">
              <chakra.div flex="1 1 200px" minW="0">
                <chakra.p fontWeight="600">{channels[channel].name}</chakra.p>
                <chakra.p textStyle="sm" color="fg.muted" overflowWrap="anywhere">
                  {stateOf(found)}
                </chakra.p>
                {found?.last_reason && (
                  <chakra.p textStyle="sm" color="fg.muted" overflowWrap="anywhere">
                    Last not reported: {found.last_reason}
                  </chakra.p>
                )}
              </chakra.div>
              {found?.active && <TestSale channel={channel} />}
              <Button variant="outline" size="sm" onClick={() => setOpen(channel)}>
                {found ? `Change ${channels[channel].name}` : `Connect ${channels[channel].name}`}
              </Button>
            </chakra.div>
          )
        })}
        {open && (
          <ConnectionDialog
            channel={open}
            saved={data.find((one) => one.channel === open)}
            onClose={() => setOpen(undefined)}
          />
        )}
      </section>
    </Card>
  )
}

function stateOf(found: { active: boolean; sent: number; waiting: number; last_sent_at: string | null } | undefined) {
  if (!found) return 'Not connected'
  if (!found.active) return 'Off'
  const last = found.last_sent_at ? `, the last ${agoText(found.last_sent_at)}` : ''
  const waiting = found.waiting > 0 ? `, ${found.waiting} waiting` : ''
  return `On. ${found.sent.toLocaleString('en-IN')} reported in 30 days${last}${waiting}`
}

function TestSale({ channel }: { channel: AdChannel }) {
  const test = useSubmission({
    mutationFn: () => adminClient.ads.test({ params: { channel } }),
    onSuccess: ({ ok, message }) => (ok ? toast.success(message) : toast.error(message)),
    onError: (error) => toast.error('The test was not sent', { description: errorText(error, 'Please try again.') }),
  })
  return (
    <Button variant="ghost" size="sm" busy={test.isPending} busyText="Sending..." onClick={() => test.mutate()}>
      Send a test sale
    </Button>
  )
}

type ConnectionDialogProps = {
  channel: AdChannel
  saved: Pick<AdConnection, 'account' | 'secret' | 'test_code' | 'active'> | undefined
  onClose: () => void
}

function ConnectionDialog({ channel, saved, onClose }: ConnectionDialogProps) {
  const queries = useQueryClient()
  const words = channels[channel]
  const form = useSecretForm({
    begun: {
      account: saved?.account ?? '',
      secret: saved?.secret ?? '',
      test_code: saved?.test_code ?? '',
      active: saved?.active ?? true,
    },
    check: ({ account, secret }) => ({
      account: account.trim() ? undefined : `${words.account} is required`,
      secret: secret.trim() ? undefined : `${words.secret} is required`,
    }),
    send: (body) => adminClient.ads.save({ params: { channel }, body }),
    stored: (_, sent) => sent,
    fallback: 'The connection was not saved. Please try again.',
    onDone: async () => {
      toast.success(`${words.name} saved`)
      await queries.invalidateQueries({ queryKey: adminApi.ads.key() })
      onClose()
    },
  })
  useUnsaved(`ads-${channel}`, form.isChanged)
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.name}
      footer={
        <Button type="submit" form="ad-connection" busy={form.isPending} busyText="Saving...">
          Save
        </Button>
      }
    >
      <chakra.form method="post" id="ad-connection" noValidate display="grid" gap="4" onSubmit={form.submit}>
        <Field
          label={words.account}
          required
          maxLength={40}
          spellCheck={false}
          autoComplete="off"
          {...form.field('account')}
        />
        <Field
          label={words.secret}
          required
          maxLength={1000}
          spellCheck={false}
          autoComplete="off"
          fontFamily="mono"
          help={words.help}
          {...form.field('secret')}
        />
        {channel === 'meta' && (
          <Field
            label="Test code"
            optional
            maxLength={40}
            spellCheck={false}
            autoComplete="off"
            help="With it, sales show on Meta’s test screen alone. Empty it to count them."
            {...form.field('test_code')}
          />
        )}
        <chakra.label display="flex" gap="3" alignItems="center" minH="11">
          <input type="checkbox" {...form.box('active')} />
          Report sales
        </chakra.label>
        {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
      </chakra.form>
    </Dialog>
  )
}
