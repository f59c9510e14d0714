import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { turnGroup, useConsoleMenu } from '../../stores/console-menu.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { MenuContent, MenuItem, MenuPositioner, MenuRoot, MenuTrigger } from '../../ui/menu.ts'
import { IconChevronDown } from '../../ui/secondary-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import type { AdminTab, MenuRow } from '../tabs/tabs.ts'
import { currentOf, type Menu } from './BottomBar.tsx'
import { menuIcon } from './menu-icons.ts'
import { Dot, Name, Row, Tip } from './side-parts.ts'
import { WaitingCount, waitingText } from './waiting.tsx'

/** The rows of the column. A group with one entry is that entry. */
export function SideMenu({ folded, ...props }: Menu & { folded: boolean }) {
  const menu = useRef<HTMLElement>(null)
  // With open groups above it, the entry of the open screen can be below the fold of the menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each entry and each set of rows
  useEffect(() => {
    menu.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [props.entry, props.rows.length])
  const listOf = (rows: readonly MenuRow[]) => (
    <chakra.ul listStyleType="none" display="grid" gap={folded ? '1' : '0.5'} px={folded ? '2.5' : '2'}>
      {rows.map((row) => (
        <li key={row.id}>
          <Entry row={row} folded={folded} {...props} />
        </li>
      ))}
    </chakra.ul>
  )
  const isLast = ({ place }: MenuRow) => place === 'bottom'
  return (
    <chakra.nav ref={menu} aria-label="Admin" flex="1" minH="0" display="flex" flexDirection="column">
      <chakra.div flex="1" minH="0" overflowY="auto" scrollbarWidth="thin" scrollPaddingBlock="12" pt="0.5" pb="3">
        {listOf(props.rows.filter((row) => !isLast(row)))}
      </chakra.div>
      {props.rows.length > 0 && (
        <chakra.div py="1.5" borderTopWidth="1px" borderColor="stage.border">
          {listOf(props.rows.filter(isLast))}
        </chakra.div>
      )}
    </chakra.nav>
  )
}

function Entry({ folded, ...props }: RowProps & { folded: boolean }) {
  const { row } = props
  const tab = row.entries.length === 1 ? row.entries[0] : undefined
  if (!tab) return folded ? <IconGroup {...props} /> : <OpenableGroup {...props} />
  if (folded) return <IconEntry tab={tab} {...props} />
  return (
    <Row asChild kind="first">
      <Link to={adminPaths.tab(tab.id)} aria-current={currentOf(tab.id, props)}>
        <Icon of={menuIcon(row.id)} />
        <Name>{tab.label}</Name>
        <WaitingCount count={props.waiting([tab])} />
      </Link>
    </Row>
  )
}

type RowProps = Menu & { row: MenuRow }

/** A group that a press opens and closes. The one of the open screen is always open, and one or two of a menu at first. */
function OpenableGroup({ row: { id, label, entries }, ...props }: RowProps) {
  const hasRoom = props.rows.filter((row) => row.entries.length > 1).length <= 2
  const isOpened = useConsoleMenu(({ open }) => open[id] ?? hasRoom)
  const isIn = entries.some((tab) => tab.id === props.entry)
  const isOpen = isIn || isOpened
  const head = (
    <>
      <Icon of={menuIcon(id)} />
      <Name>{label}</Name>
      {!isOpen && <WaitingCount count={props.waiting(entries)} />}
    </>
  )
  return (
    <>
      {isIn ? (
        <Row as="div" kind="first" data-in>
          {head}
        </Row>
      ) : (
        <Row asChild kind="first">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={`menu-list-${id}`}
            onClick={() => turnGroup(id, !isOpen)}
          >
            {head}
            <chakra.span asChild opacity=".75" transform={isOpen ? undefined : 'rotate(-90deg)'}>
              <Icon of={IconChevronDown} size={16} />
            </chakra.span>
          </button>
        </Row>
      )}
      <chakra.ul
        id={`menu-list-${id}`}
        hidden={!isOpen}
        listStyleType="none"
        pt="0.5"
        pb="1.5"
        css={{ '& > li + li': { mt: '1px' } }}
      >
        {entries.map((tab) => (
          <li key={tab.id}>
            <Row asChild kind="under">
              <Link to={adminPaths.tab(tab.id)} aria-current={currentOf(tab.id, props)}>
                <Name>{tab.label}</Name>
                <WaitingCount count={props.waiting([tab])} />
              </Link>
            </Row>
          </li>
        ))}
      </chakra.ul>
    </>
  )
}

/** The name of an icon and what waits behind it. */
function IconName({ label, count }: { label: string; count: number }) {
  return (
    <>
      {count > 0 && <Dot />}
      <Tip>{count > 0 ? `${label}, ${waitingText(count)}` : label}</Tip>
    </>
  )
}

function IconEntry({ row, tab, ...props }: RowProps & { tab: AdminTab }) {
  return (
    <Row asChild kind="icon">
      <Link to={adminPaths.tab(tab.id)} aria-current={currentOf(tab.id, props)}>
        <Icon of={menuIcon(row.id)} />
        <IconName label={tab.label} count={props.waiting([tab])} />
      </Link>
    </Row>
  )
}

function IconGroup({ row: { id, label, entries }, ...props }: RowProps) {
  const isIn = entries.some((tab) => tab.id === props.entry)
  return (
    <MenuRoot positioning={{ placement: 'right-start', gutter: 12 }} lazyMount unmountOnExit>
      <MenuTrigger asChild>
        <Row asChild kind="icon">
          <button type="button" aria-current={isIn || undefined}>
            <Icon of={menuIcon(id)} />
            <IconName label={label} count={props.waiting(entries)} />
          </button>
        </Row>
      </MenuTrigger>
      <MenuPositioner>
        <MenuContent>
          {entries.map((tab) => (
            <MenuItem key={tab.id} value={tab.id} asChild>
              <Link to={adminPaths.tab(tab.id)} aria-current={currentOf(tab.id, props)}>
                <Name>{tab.label}</Name>
                <WaitingCount count={props.waiting([tab])} />
              </Link>
            </MenuItem>
          ))}
        </MenuContent>
      </MenuPositioner>
    </MenuRoot>
  )
}
