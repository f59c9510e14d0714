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
import { Card, Skeleton, Tag } from '../../ui/layout.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useAct } from '../kit/use-act.tsx'
import { agoText } from '../lists/ago-text.ts'
import { CopyText } from '../lists/CopyText.tsx'
import { ErrorState } from '../lists/ErrorState.tsx'
import { Mono, Table } from '../lists/table-parts.tsx'
import type { NewApiKey } from './MakeKey.tsx'

const MakeKey = later(() => import('./MakeKey.tsx'))

const DAY_MS = 86_400_000
/** A key that nobody has used for so long is worth a look. */
const IDLE_DAYS = 30

type Row = Omit<ApiKey, 'created_at' | 'last_used_at'> & { created_at: string; last_used_at: string | null }

/** Lists the keys of programs, makes and revokes them. */
export function ApiKeys() {
  const { data, error, refetch } = useQuery({ ...adminApi.apiKeys.list.queryOptions(), staleTime: 0 })
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
  if (error && !data)
    return <ErrorState title="Failed to load the API keys" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton h="200px" borderRadius="l3" />
  return (
    <Card asChild overflow="hidden">
      <section aria-labelledby="api-keys">
        <chakra.header
          display="flex"
          alignItems="center"
          justifyContent="space-between"
          gap="3"
          px="4"
          py="3.5"
          borderBottomWidth="1px"
          borderColor="border"
        >
          <chakra.h2 id="api-keys" textStyle="h3" fontSize="1.125rem">
            API keys
          </chakra.h2>
          <Button variant="outline" size="sm" onClick={() => setMaking(true)}>
            <Icon of={IconPlus} size={16} />
            Create key
          </Button>
        </chakra.header>
        {made && <SaveKey {...made} onDone={() => setMade(undefined)} />}
        {data.api_keys.length === 0 ? (
          <chakra.p px="4" py="6" color="fg.muted">
            No key yet. With a key a sheet, Zapier, n8n or an AI assistant does what you choose here, and nothing else.
          </chakra.p>
        ) : (
          <Table>
            <thead>
              <tr>
                <th scope="col">Key</th>
                <th scope="col">May</th>
                <th scope="col">Last used</th>
                <th scope="col" data-actions>
                  <VisuallyHidden>Actions</VisuallyHidden>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.api_keys.map((row) => (
                <KeyRow key={row.key_id} row={row} onRevoke={() => revoke.run(row)} />
              ))}
            </tbody>
          </Table>
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
      </section>
    </Card>
  )
}

/** Shows the text of a new key, which no other screen has, until its maker has saved it. */
function SaveKey({ name, secret, onDone }: NewApiKey & { onDone: () => void }) {
  return (
    <chakra.div role="status" display="grid" gap="3" p="4" borderBottomWidth="1px" borderColor="border">
      <chakra.h3 textStyle="h3" fontSize="1.0625rem">
        Save this key now
      </chakra.h3>
      <p>
        This is the key of <b>{name}</b>. You cannot see it again. Paste it into the program, never into an address or a
        chat.
      </p>
      <chakra.div display="flex" flexWrap="wrap" gap="2.5" alignItems="center" bg="bg.muted" borderRadius="l2" p="3">
        <Mono flex="1 1 220px">{secret}</Mono>
        <CopyText text={secret} of="API key" />
      </chakra.div>
      <Button variant="outline" size="sm" justifySelf="start" onClick={onDone}>
        I saved it
      </Button>
    </chakra.div>
  )
}

function KeyRow({ row, onRevoke }: { row: Row; onRevoke: () => void }) {
  return (
    <tr>
      <td data-lead>
        <chakra.span display="block" fontWeight="600">
          {row.name}
        </chakra.span>
        <Mono color="fg.muted">{row.start}…</Mono>
        {row.expires_on && !row.ended && <Muted>Until {dateText(new Date(dayStart(row.expires_on)))}</Muted>}
      </td>
      <td data-phone="last" data-whole-line>
        <chakra.span display="flex" flexWrap="wrap" gap="1.5">
          {row.scopes.map((scope) => (
            <Tag key={scope}>{scopes[scope].label}</Tag>
          ))}
        </chakra.span>
      </td>
      <td data-label="Last used">
        <Used row={row} />
      </td>
      <td data-actions>
        <chakra.div me={{ base: '2.5', lg: '0' }}>
          <Button variant="outline" size="sm" onClick={onRevoke}>
            Revoke
            <VisuallyHidden> {row.name}</VisuallyHidden>
          </Button>
        </chakra.div>
      </td>
    </tr>
  )
}

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
