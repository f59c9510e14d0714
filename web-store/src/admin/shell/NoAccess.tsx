import type { AdminRole } from 'contract/define-call'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconLock } from '../../ui/secondary-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { TabHead } from '../lists/TabHead.tsx'
import { type AdminTab, tabsOf } from '../tabs/tabs.ts'
import { roles } from './role-labels.ts'

/** Replaces a tab that the role may not open: says who can open it, and what the role has. */
export function NoAccess({ tab, role }: { tab: AdminTab; role: AdminRole }) {
  const [name, rights] = roles[role]
  const [first] = tabsOf(role)
  return (
    <>
      <TabHead title={tab.label} />
      <PageMessage
        icon={IconLock}
        title="Ask an owner for access"
        action={
          first && (
            <Button asChild>
              <Link to={adminPaths.tab(first.id)}>Open {first.label}</Link>
            </Button>
          )
        }
      >
        {tab.label} is not open to your role. {name} has {rights}.
      </PageMessage>
    </>
  )
}
