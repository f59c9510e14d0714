import type { AdminRole } from 'contract/define-call'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useBrand } from '../../content/brand.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Tag } from '../../ui/layout.tsx'
import { IconLogout } from '../../ui/secondary-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { CommandButton } from '../palette/CommandButton.tsx'
import { useAdminLogOut } from '../session/use-admin-log-out.ts'
import { tabsOf } from '../tabs.ts'
import { AccountMenu } from './AccountMenu.tsx'

const Bar = chakra('header', {
  base: { bg: 'stage', color: 'stage.muted', position: 'relative', zIndex: '10' },
})

const Line = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: { base: 'wrap', lg: 'nowrap' },
    alignItems: 'center',
    gap: { base: '1.5', lg: '2.5' },
    minH: { lg: '60px' },
    ps: { base: '4', lg: '6' },
    pe: { base: '2', lg: '6' },
    pt: { base: '2', lg: '0' },
    maxW: '1720px',
    mx: 'auto',
  },
})

const Tabs = chakra('nav', {
  base: {
    display: 'flex',
    gap: '0.5',
    alignSelf: 'stretch',
    order: { base: '9', lg: '0' },
    flex: { base: '1 0 100%', lg: '1' },
    minW: '0',
    h: { base: '46px', lg: 'auto' },
    ms: { base: '-16px', lg: '2' },
    me: { base: '-8px', lg: '0' },
    ps: { base: '1.5', lg: '0' },
    overflowX: 'auto',
    scrollbarWidth: 'none',
    '& a': {
      display: 'flex',
      alignItems: 'center',
      // Ten tabs have room at 1280 px.
      px: { base: '11px', lg: '8px' },
      fontSize: '.9375rem',
      fontWeight: '500',
      whiteSpace: 'nowrap',
      borderBlock: '3px solid transparent',
      outlineOffset: '-3px',
    },
    '& a:hover': { color: 'white' },
    '& a[aria-current]': { color: 'white', fontWeight: '550', borderBottomColor: 'buy.solid' },
  },
})

/** Tabs that stand for another one in the bar. */
const PARENT: Record<string, string> = {
  ...{ editcourse: 'courses', courseprice: 'courses', coursestudents: 'courses', coursenumbers: 'courses' },
  ...{ student: 'users', enrol: 'users', movein: 'users' },
  pastorders: 'orders',
}

/** The dark bar: the tabs, and who is at work. On phones it has two rows, of which the tabs scroll sideways. */
export function AdminBar({ current, role }: { current: string; role: AdminRole | undefined }) {
  const { name } = useBrand()
  const shown = PARENT[current] ?? current
  const row = useRef<HTMLElement>(null)
  const { isPending, logOut } = useAdminLogOut()
  useEffect(() => {
    const active = row.current?.querySelector(`[data-tab="${shown}"]`)
    active?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' })
  }, [shown])
  return (
    <Bar data-stage>
      <Line>
        <chakra.div
          asChild
          color="white"
          css={{ '& > span': { fontSize: '1.25rem' }, '& svg': { w: '26px', h: '26px' } }}
        >
          <Link to={adminPaths.home} aria-label={`${name} admin, start`}>
            <Logo />
          </Link>
        </chakra.div>
        <Tag
          bg="stage.raised"
          color="white"
          borderWidth="1px"
          borderColor="stage.border"
          me={{ base: 'auto', lg: '0' }}
        >
          Admin
        </Tag>
        <Tabs ref={row} aria-label="Admin">
          {tabsOf(role)
            .filter(({ place }) => place === 'bar')
            .map(({ id, label }) => (
              <Link
                key={id}
                to={adminPaths.tab(id)}
                data-tab={id}
                aria-current={id === shown ? (id === current ? 'page' : 'true') : undefined}
              >
                {label}
              </Link>
            ))}
        </Tabs>
        <CommandButton />
        <AccountMenu current={current} role={role} />
        <IconButton aria-label="Log out" disabled={isPending} onClick={logOut}>
          <Icon of={IconLogout} />
        </IconButton>
      </Line>
    </Bar>
  )
}
