import { requirePrograms } from '../load/load.ts'
import { money } from '../money/money.ts'
import type { Drill, Scenario } from '../shop.ts'
import { drillBackup } from './backup.ts'
import { drillUpdate } from './update.ts'

/** Processes or the machine break, or a release replaces another one, and the shop goes on by itself. */
export const recovery = {
  kill: money.kill,
  backup: { full: 10, about: 'a backup while N hundred orders arrive, restored on an empty machine', play: backup },
  update: {
    full: 1,
    about: 'a packed shop updated and taken back under load behind HAProxy and Caddy, N times',
    play: update,
  },
} satisfies Record<string, Scenario>

async function backup({ site, runs }: Drill): Promise<string[]> {
  return drillBackup(site, runs * 100)
}

async function update({ site, runs }: Drill): Promise<string[]> {
  requirePrograms('haproxy', 'caddy')
  const failures: string[] = []
  for (let run = 0; run < runs; run++) {
    const { steps, violations } = await drillUpdate({ site, onStep: (what) => console.log(`… ${what}`) })
    for (const { name, seconds, answers, slowest, orders } of steps) {
      console.log(
        `${name}, in ${seconds.toFixed(1)} s: answers ${JSON.stringify(answers)}, slowest ${slowest} ms; paid orders ${orders.before} before, ${orders.meanwhile} meanwhile, ${orders.after} after`,
      )
    }
    failures.push(...violations)
  }
  return failures
}
