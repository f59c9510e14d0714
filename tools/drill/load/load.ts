import { missingPrograms } from '../../fleet/daemon.ts'
import type { Drill, Scenario } from '../shop.ts'
import { drillStorm } from './storm.ts'

/** More requests arrive than the shop can serve or wants to; nothing is random, so the seed changes nothing. */
export const load = {
  storm: {
    full: 500,
    about: 'N buyers at once beside a letter to 50,000 and a backup, while an instance is killed',
    play: storm,
  },
} satisfies Record<string, Scenario>

async function storm({ runs: buyers }: Drill): Promise<string[]> {
  requirePrograms('haproxy', 'pgbouncer')
  const { violations, ...figures } = await drillStorm({ buyers, onPhase: console.log })
  console.log(figures)
  return violations
}

/** Throws unless these system programs are installed. */
export function requirePrograms(...names: string[]): void {
  const missing = missingPrograms(names)
  if (missing.length > 0) throw new Error(`install ${missing.join(' and ')} to try several instances for real`)
}
