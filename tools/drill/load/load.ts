import { missingPrograms } from '../../fleet/daemon.ts'
import type { Drill, Scenario } from '../shop.ts'
import { drillFairness } from './fairness.ts'
import { drillOverload } from './overload.ts'
import { drillSilent } from './silent.ts'
import { drillStorm } from './storm.ts'

/** More requests arrive than the shop can serve or wants to; nothing is random, so the seed changes nothing. */
export const load = {
  overload: { full: 300, about: 'N seconds of half as many buyers again as can be served', play: overload },
  storm: {
    full: 500,
    about: 'N buyers at once beside a letter to 50,000 and a backup, while an instance is killed',
    play: storm,
  },
  fairness: { full: 300, about: 'up to N requests at once of one caller beside another student', play: fairness },
  silent: { full: 600, about: 'N connections of one address that read nothing beside another student', play: silent },
} satisfies Record<string, Scenario>

async function overload({ site, runs: seconds }: Drill): Promise<string[]> {
  requirePrograms('haproxy')
  const { violations, ...figures } = await drillOverload({ site, seconds, onPhase: console.log })
  console.log(figures)
  return violations
}

async function storm({ runs: buyers }: Drill): Promise<string[]> {
  requirePrograms('haproxy', 'pgbouncer')
  const { violations, ...figures } = await drillStorm({ buyers, onPhase: console.log })
  console.log(figures)
  return violations
}

async function fairness({ site, runs }: Drill): Promise<string[]> {
  const { figures, violations } = await drillFairness(site, runs)
  console.table(figures)
  return violations
}

async function silent({ site, runs }: Drill): Promise<string[]> {
  const { violations, ...figures } = await drillSilent(site, runs)
  console.log(figures)
  return violations
}

/** Throws unless these system programs are installed. */
export function requirePrograms(...names: string[]): void {
  const missing = missingPrograms(names)
  if (missing.length > 0) throw new Error(`install ${missing.join(' and ')} to try several instances for real`)
}
