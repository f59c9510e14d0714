import type { ComponentType } from 'react'
import { laterPage, type PartFile } from '../../ui/later.tsx'
import { type TabId, tabs } from './tabs.ts'

const files = import.meta.glob<PartFile>(['../**/*Tab.tsx', '!../lists/*'])

/** The screen of each tab, fetched when it is first shown. The table of tabs names the file, so that screens may read the table. */
export const tabScreens = Object.fromEntries(
  tabs.map(({ id, file }) => [id, laterPage(() => (files[`../${file}`] as () => Promise<PartFile>)())]),
) as Record<TabId, ComponentType>
