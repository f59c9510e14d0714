import { useQuery } from '@tanstack/react-query'
import type { ApiKey } from 'contract/api-keys'
import { scopes } from 'contract/api-scopes'
import { dayStart } from 'contract/indian-time'
import { useState } from 'react'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText, dateText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { later } from '../../ui/later.tsx'
import { Card, Stack, Tag } from '../../ui/layout.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { Muted, Split, Title, Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import { agoText } from '../lists/ago-text.ts'
import { CopyText } from '../lists/CopyText.tsx'
import type { Column } from '../lists/column.ts'
import { TableOf } from '../lists/DataTable.tsx'
import { Mono } from '../lists/table-parts.tsx'
import type { NewApiKey } from './MakeKey.tsx'

const MakeKey = later(() => import('./MakeKey.tsx'))

const DAY_MS = 86_400_000
/** A key that nobody has used for so long is worth a look. */
const IDLE_DAYS = 30

type Row = Omit<ApiKey, 'created_at' | 'last_used_at'> & { created_at: string; last_used_at: string | null }

/** Lists the keys of programs, makes and revokes them. */
export function ApiKeys() {
  const query = useQuery({ ...adminApi.apiKeys.list.queryOptions(), staleTime: 0 })
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<NewApiKey>()
  const revoke = useAct(adminApi.apiKeys.revoke, {
    of: ({ key_id }: Row) => ({ params: { key_id } }),
    confirm: ({ name, start }) => ({
      title: `Revoke ${name}?`,
      label: 'Revoke',
      cancel: 'Cancel',
      text: (
        <p>
          The key <Mono>{start}…</Mono> stops working at once, and so does every program that uses it. It cannot be
          restored.
        </p>
      ),
    }),
    failed: 'The key was not revoked',
  })
  return (
    <Loaded query={query} failed="Failed to load the API keys" height="200px">
      {({ api_keys }) => (
        <Card as="section" aria-labelledby="api-keys" overflow="hidden">
          <Split as="header" px="4" py="3.5" borderBottomWidth="1px" borderColor="border">
            <Title id="api-keys">API keys</Title>
            <Button variant="outline" size="sm" onClick={() => setMaking(true)}>
              <Icon of={IconPlus} size={16} />
              Create key
            </Button>
          </Split>
          {made && <SaveKey {...made} onDone={() => setMade(undefined)} />}
          {api_keys.length === 0 ? (
            <chakra.p px="4" py="6" color="fg.muted">
              No key yet. With a key a sheet, Zapier, n8n or an AI assistant does what you choose here, and nothing
              else.
            </chakra.p>
          ) : (
            <TableOf columns={columnsOf(revoke.run)} rows={api_keys} keyOf={({ key_id }) => key_id} />
          )}
          {making && (
            <MakeKey
              onMade={(key) => {
                setMade(key)
                setMaking(false)
              }}
              onClose={() => setMaking(false)}
            />
          )}
          {revoke.dialog}
        </Card>
      )}
    </Loaded>
  )
}

/** Shows the text of a new key, which no other screen has, until its maker has saved it. */
function SaveKey({ name, secret, onDone }: NewApiKey & { onDone: () => void }) {
  return (
    <Stack role="status" p="4" borderBottomWidth="1px" borderColor="border">
      <chakra.h3 textStyle="h3" fontSize="1.0625rem">
        Save this key now
      </chakra.h3>
      <p>
        This is the key of <b>{name}</b>. You cannot see it again. Paste it into the program, never into an address or a
        chat.
      </p>
      <Tools gap="2.5" bg="bg.muted" borderRadius="l2" p="3">
        <Mono flex="1 1 220px">{secret}</Mono>
        <CopyText text={secret} of="API key" />
      </Tools>
      <Button variant="outline" size="sm" justifySelf="start" onClick={onDone}>
        I saved it
      </Button>
    </Stack>
  )
}

const columnsOf = (revoke: (row: Row) => void): Column<Row>[] => [
  {
    head: 'Key',
    lead: true,
    cell: ({ name, start, expires_on, ended }) => (
      <>
        <chakra.span display="block" fontWeight="600">
          {name}
        </chakra.span>
        <Mono color="fg.muted">{start}…</Mono>
        {expires_on && !ended && <Muted>Until {dateText(new Date(dayStart(expires_on)))}</Muted>}
      </>
    ),
  },
  {
    head: 'May',
    phone: 'last',
    wholeLine: true,
    cell: (row) => (
      <Tools gap="1.5">
        {row.scopes.map((scope) => (
          <Tag key={scope}>{scopes[scope].label}</Tag>
        ))}
      </Tools>
    ),
  },
  { head: 'Last used', label: 'Last used', cell: (row) => <Used row={row} /> },
  {
    head: 'Actions',
    headCell: <VisuallyHidden>Actions</VisuallyHidden>,
    actions: true,
    cell: (row) => (
      <Button variant="outline" size="sm" onClick={() => revoke(row)}>
        Revoke
        <VisuallyHidden> {row.name}</VisuallyHidden>
      </Button>
    ),
  },
]

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function Used({ row: { ended, last_used_at, created_at } }: { row: Row }) {
  const days = Math.floor((shopNow().getTime() - Date.parse(last_used_at ?? created_at)) / DAY_MS)
  if (ended)
    return (
      <Tag coloured colorPalette="danger">
        Ended
      </Tag>
    )
  if (days >= IDLE_DAYS)
    return (
      <chakra.span color="fg.warning" fontWeight="600">
        Not for {countText(days, 'day')}
      </chakra.span>
    )
  return <chakra.span color="fg.muted">{last_used_at ? capital(agoText(last_used_at)) : 'Never'}</chakra.span>
}
