import { adminApi } from '../host/admin-api.ts'

/** The entry of the menu is there once an owner has switched pay links on. */
export const tabSwitch = {
  tab: 'pay-links',
  query: () => ({ ...adminApi.payLinks.settings.queryOptions(), select: ({ on }: { on: boolean }) => on }),
}
