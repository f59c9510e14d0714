import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Select } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi } from '../host/admin-api.ts'
import { IconSend } from '../host/admin-icons.ts'
import { useMe } from '../host/me.queries.ts'

type SendTestProps = { busy: boolean; waitsFor?: string | false; onSend: (email: string) => void }

/** Sends a test to this admin, or to a chosen one of the shop: the server refuses other addresses. */
export function SendTest({ busy, waitsFor = false, onSend }: SendTestProps) {
  const { data: me } = useMe()
  const { data } = useQuery(adminApi.letters.testAddresses.queryOptions())
  const [chosen, setChosen] = useState<string>()
  const addresses = data?.addresses ?? []
  // An admin whose access ended meanwhile is no choice.
  const to = addresses.find((address) => address === chosen) ?? me?.email
  return (
    <>
      {addresses.length > 1 && (
        <Select
          aria-label="Send the test to"
          w={{ base: 'full', md: '240px' }}
          value={to}
          onChange={({ target }) => setChosen(target.value)}
        >
          {addresses.map((address) => (
            <option key={address} value={address}>
              {address}
            </option>
          ))}
        </Select>
      )}
      <WaitingButton
        variant="outline"
        waitsFor={waitsFor}
        busy={busy}
        busyText="Sending..."
        onClick={() => to && onSend(to)}
      >
        <Icon of={IconSend} />
        {to === me?.email ? 'Send me a test' : 'Send a test'}
      </WaitingButton>
    </>
  )
}
