import { Portal } from '@ark-ui/react/portal'
import { Link } from 'react-router-dom'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import type { IconShape } from '../../../ui/icon-drawing.ts'
import { IconPlus } from '../../../ui/icons.ts'
import { MenuContent, MenuItem, MenuPositioner, MenuRoot, MenuTrigger } from '../../../ui/menu.ts'
import { IconBooks, IconChevronDown, IconGift } from '../../../ui/secondary-icons.ts'
import { IconBook, IconFolderUp, IconUpload } from '../../host/admin-icons.ts'
import { adminPaths } from '../../host/admin-paths.ts'
import { tabPath } from '../../tabs/tab-path.ts'

const ways: readonly [words: string, icon: IconShape, to: string | undefined][] = [
  ['Course', IconBook, adminPaths.tab('addcourse')],
  ['Bundle', IconBooks, adminPaths.tab('addbundle')],
  ['Free course', IconGift, adminPaths.tab('addcourse', { free: '1' })],
  ['Move in', IconUpload, tabPath('movein')],
]

/** Every way to a new course behind one button; `fromFolder` chooses a folder. */
export function AddCourse({ fromFolder }: { fromFolder: () => void }) {
  return (
    <MenuRoot positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <MenuTrigger asChild>
        <Button>
          <Icon of={IconPlus} />
          Add course
          <Icon of={IconChevronDown} size={16} />
        </Button>
      </MenuTrigger>
      <Portal>
        <MenuPositioner>
          <MenuContent>
            <MenuItem value="folder" onClick={fromFolder}>
              <Icon of={IconFolderUp} />
              From a folder
            </MenuItem>
            {ways.map(
              ([words, icon, to]) =>
                to && (
                  <MenuItem key={words} value={words} asChild>
                    <Link to={to}>
                      <Icon of={icon} />
                      {words}
                    </Link>
                  </MenuItem>
                ),
            )}
          </MenuContent>
        </MenuPositioner>
      </Portal>
    </MenuRoot>
  )
}
