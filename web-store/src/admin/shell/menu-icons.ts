import type { IconShape } from '../../ui/icon-drawing.ts'
import { IconCertificate, IconMail, IconReceipt, IconSettings } from '../../ui/secondary-icons.ts'
import {
  IconBook,
  IconCash,
  IconFile,
  IconGrid,
  IconHome,
  IconShieldLock,
  IconSpeakerphone,
  IconTag,
  IconUsers,
} from '../host/admin-icons.ts'

const icons: Readonly<Record<string, IconShape>> = {
  overview: IconHome,
  orders: IconReceipt,
  courses: IconBook,
  users: IconUsers,
  inbox: IconMail,
  pages: IconFile,
  promocodes: IconTag,
  teach: IconCertificate,
  grow: IconSpeakerphone,
  money: IconCash,
  team: IconShieldLock,
  settings: IconSettings,
}

/** Returns the icon of a row of the menu; a new one has that of the tools until it is in the table. */
export const menuIcon = (rowId: string): IconShape => icons[rowId] ?? IconGrid
