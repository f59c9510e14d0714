import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Tag } from '../../ui/layout.tsx'
import { IconCoins } from '../../ui/secondary-icons.ts'
import { UserCoins } from '../users/UserCoins.tsx'
import type { User } from '../users/user.ts'
import { Panel } from './panel.tsx'

/** The balance, where it is from, and the way to change it with a reason. */
export function StudentCoins({ user, onChange }: { user: User; onChange: () => void }): ReactNode {
  return (
    <Panel
      title="Coins"
      aside={
        <Tag coloured colorPalette="buy" fontVariantNumeric="tabular-nums">
          <Icon of={IconCoins} size={16} />
          {user.coins.toLocaleString('en-IN')}
        </Tag>
      }
      tools={
        <Button variant="ghost" size="sm" onClick={onChange}>
          Add or subtract
        </Button>
      }
    >
      <chakra.div px="5" pb="4">
        <UserCoins userId={user.user_id} bare />
      </chakra.div>
    </Panel>
  )
}
