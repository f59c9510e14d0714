import { MB } from '../processes.ts'
import type { Drill, Scenario } from '../shop.ts'
import { drillUploads } from './uploads.ts'

/** Files arrive whole, whatever is killed. */
export const files = {
  uploads: { full: 2048, about: '100 files of N MB through a server that is killed', play: uploads },
} satisfies Record<string, Scenario>

function uploads({ site, runs: megabytes }: Drill): Promise<string[]> {
  const bytes = megabytes * MB
  return drillUploads(site, { count: 100, bytes, largest: bytes / 2 })
}
