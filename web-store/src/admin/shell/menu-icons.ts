import { IconBuildingStore } from '../../ui/icons.ts'
import { IconReceipt } from '../../ui/secondary-icons.ts'
import { IconBook, IconCash, IconHome, IconShieldLock, IconSpeakerphone, IconUsers } from '../host/admin-icons.ts'
import type { MenuRow } from '../tabs/tabs.ts'

/** The icon of each row of the menu. */
export const menuIcons = {
  overview: IconHome,
  orders: IconReceipt,
  courses: IconBook,
  students: IconUsers,
  grow: IconSpeakerphone,
  money: IconCash,
  store: IconBuildingStore,
  team: IconShieldLock,
} satisfies Record<MenuRow['id'], unknown>
