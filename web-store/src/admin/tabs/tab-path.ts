import { paths } from '../../paths.ts'
import { tabs } from './tabs.ts'

/** Returns the address of a tab of a feature that can be deleted; undefined without it. */
export const tabPath = (id: string, params: Record<string, string> = {}): string | undefined =>
  tabs.some((tab) => tab.id === id) ? `${paths.admin}?${new URLSearchParams({ tab: id, ...params })}` : undefined
