import { useQuery } from '@tanstack/react-query'
import type { AdChannel, AdConnection } from 'contract/ads'
import { useState } from 'react'
import { z } from 'zod'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Card, Row } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { Help, Muted, Title } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { actionDialog } from '../kit/action-dialog.tsx'
import { text, tick } from '../kit/fields.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import { agoText } from '../lists/ago-text.ts'

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
  const query = useQuery(adminApi.ads.list.queryOptions())
  const [open, setOpen] = useState<AdChannel>()
  return (
    <Loaded query={query} failed="Failed to load the connections" height="200px">
      {(data) => (
        <Card as="section" aria-labelledby="connections" p={{ base: '4', md: '5' }} display="grid" gap="4">
          <Title id="connections">Tell Meta and Google of sales</Title>
          <Help>
            Your server reports a sale half an hour after it, once, and only for buyers who agreed. Meta and Google
            cannot match every sale to an ad: Firefox and content blockers remove the mark of the click from links.
          </Help>
          {(['meta', 'ga4'] as const).map((channel) => {
            const found = data.find((one) => one.channel === channel)
            return (
              <Row key={channel} flexWrap="wrap">
                <chakra.div flex="1 1 120px" minW="0">
                  <chakra.p fontWeight="600">{channels[channel].name}</chakra.p>
                  <Muted overflowWrap="anywhere">{stateOf(found)}</Muted>
                  {found?.last_reason && <Muted overflowWrap="anywhere">Last not reported: {found.last_reason}</Muted>}
                </chakra.div>
                {found?.active && <TestSale channel={channel} />}
                <Button variant="outline" size="sm" ms="auto" onClick={() => setOpen(channel)}>
                  {found ? `Change ${channels[channel].name}` : `Connect ${channels[channel].name}`}
                </Button>
              </Row>
            )
          })}
          {open && (
            <ConnectionDialog
              of={data.find((one) => one.channel === open) ?? { channel: open }}
              onClose={() => setOpen(undefined)}
            />
          )}
        </Card>
      )}
    </Loaded>
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
  const { run, busy } = useAct(adminApi.ads.test, {
    done: ({ ok, message }) => {
      if (ok) return message
      toast.error(message)
      return null
    },
    failed: 'The test was not sent',
  })
  return (
    <Button variant="ghost" size="sm" busy={busy} busyText="Sending..." onClick={() => run({ params: { channel } })}>
      Send a test sale
    </Button>
  )
}

/** No browser completes or corrects it. */
const foreign = { own: false, spellCheck: false } as const
const required = (words: string) =>
  z
    .string()
    .trim()
    .min(1, { error: `${words} is required` })

const ConnectionDialog = actionDialog({
  title: ({ channel }: Partial<AdConnection> & { channel: AdChannel }) => channels[channel].name,
  call: adminApi.ads.save,
  of: ({ channel }) => ({ params: { channel } }),
  draft: ({ channel }) => `ads-${channel}`,
  secret: true,
  begun: ({ account, secret, test_code, active = true }) => ({ account, secret, test_code, active }),
  schema: ({ channel }) =>
    z.looseObject({ account: required(channels[channel].account), secret: required(channels[channel].secret) }),
  fields: ({ channel }) => ({
    account: text(channels[channel].account, { maxLength: 40, ...foreign }),
    secret: text(channels[channel].secret, { maxLength: 1000, secret: true, help: channels[channel].help }),
    test_code: text('Test code', {
      optional: true,
      maxLength: 40,
      help: 'With it, sales show on Meta’s test screen alone. Empty it to count them.',
      ...foreign,
    }),
    active: tick('Report sales'),
  }),
  layout: (_, { channel }) => ['account', 'secret', channel === 'meta' && 'test_code', 'active'],
  save: 'Save',
  fallback: 'The connection was not saved. Please try again.',
  failed: 'Connection not saved',
  done: (_, __, { channel }) => `${channels[channel].name} saved`,
})
