import { Menu } from '@ark-ui/react/menu'
import { Portal } from '@ark-ui/react/portal'
import { chooseColumn, resetColumns, useConsoleColumns } from '../../stores/console-columns.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { MenuContent, MenuItem, MenuPositioner, MenuRoot, MenuSeparator, MenuTrigger } from '../../ui/menu.ts'
import { IconChevronDown } from '../../ui/secondary-icons.ts'
import type { Column } from './column.ts'

const isOptional = <Row,>({ lead, actions, mark }: Column<Row>) => !lead && !actions && !mark

/** Returns the columns as somebody chose them for this list: hidden ones are absent, shown ones stay at every width. */
export function useChosenColumns<Row>(list: string, columns: readonly Column<Row>[]): Column<Row>[] {
  const chosen = useConsoleColumns(({ choices }) => choices[list])
  return columns.flatMap((column) => {
    const shown = isOptional(column) ? (chosen?.[column.head] ?? (column.off && false)) : undefined
    if (shown === false) return []
    return shown ? [{ ...column, from: undefined }] : [column]
  })
}

const CheckItem = chakra(Menu.CheckboxItem, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minH: '10',
    px: '3',
    borderRadius: 'l1',
    cursor: 'pointer',
    outline: '0',
    _highlighted: { bg: 'bg.muted' },
    '& svg': { visibility: 'hidden' },
    '&[data-state=checked] svg': { visibility: 'visible' },
  },
})

/** Offers the columns of a list beside its tools, where the list is a table. */
export function ColumnChoice<Row>({ list, columns }: { list: string; columns: readonly Column<Row>[] }) {
  const chosen = useConsoleColumns(({ choices }) => choices[list])
  const isShown = ({ head, from, off }: Column<Row>) =>
    chosen?.[head] ?? (!off && (from === undefined || matchMedia(`(min-width: ${from}px)`).matches))
  return (
    <MenuRoot closeOnSelect={false} positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <MenuTrigger asChild>
        <Button variant="outline" display={{ base: 'none', lg: 'inline-flex' }}>
          Columns
          <Icon of={IconChevronDown} size={16} />
        </Button>
      </MenuTrigger>
      <Portal>
        <MenuPositioner>
          <MenuContent>
            {columns.filter(isOptional).map((column) => (
              <CheckItem
                key={column.head}
                value={column.head}
                checked={isShown(column)}
                onCheckedChange={(shown) => chooseColumn(list, column.head, shown)}
              >
                <Icon of={IconCheck} size={16} />
                {column.head}
              </CheckItem>
            ))}
            <MenuSeparator />
            <MenuItem value="reset" closeOnSelect onClick={() => resetColumns(list)}>
              Reset columns
            </MenuItem>
          </MenuContent>
        </MenuPositioner>
      </Portal>
    </MenuRoot>
  )
}
