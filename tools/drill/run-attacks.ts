import { openScratchDatabases } from '../../server/test/scratch-databases.ts'
import { drillAttacks } from './attacks.ts'
import { openDrillServer } from './drill-server.ts'
import { drillForeignFiles, linesOf } from './foreign-files.ts'
import { drillMailRelay } from './mail-relay.ts'
import { byStatus, within } from './production-shop.ts'
import { floodSignIns } from './sign-in-flood.ts'
import { floodSockets } from './sockets.ts'
import { stallBodies } from './stalled-bodies.ts'

/** `runs` tries at every call that mails to bring a text to people who have no account. There is no chance in it. */
export async function mailRelay({ runs }: { runs: number }): Promise<boolean> {
  const server = await openDrillServer()
  const databases = await openScratchDatabases(server.url, `drill_${process.pid}`)
  try {
    const databaseUrl = await databases.create('mail_relay')
    const { calls, tries, mails, withText, failures } = await drillMailRelay({ databaseUrl, rounds: runs })
    console.table(calls)
    for (const failure of failures) console.log(`✗ ${failure}`)
    console.log(`${tries} tries, ${mails} mails to strangers, ${withText} with a text of the caller`)
    return withText === 0 && failures.length === 0
  } finally {
    await databases.close()
    await server.close()
  }
}

/** The attacks of the list, once; `runs` tries where their number is the attack. */
export async function attacks({ runs }: { runs: number }): Promise<boolean> {
  const server = await openDrillServer()
  try {
    const played = await drillAttacks({ serverUrl: server.url, prefix: `drill_${process.pid}` }, { tries: runs })
    for (const { name, found, violations } of played) {
      console.log(`${violations.length === 0 ? '✓' : '✗'} ${name}: ${found}`)
      for (const violation of violations) console.log(`  ✗ ${violation}`)
    }
    const open = played.filter(({ violations }) => violations.length > 0)
    console.log(`${played.length} attacks, ${open.length} of them open`)
    return open.length === 0
  } finally {
    await server.close()
  }
}

type Place = { serverUrl: string; prefix: string }

/** `runs` rounds of what attacks the door of the shop; chance has no part in it. */
async function rounds(runs: number, round: (place: Place) => Promise<string[]>): Promise<boolean> {
  const server = await openDrillServer()
  const violations: string[] = []
  try {
    for (let run = 0; run < runs; run++) {
      violations.push(...(await round({ serverUrl: server.url, prefix: `drill_${process.pid}` })))
    }
  } finally {
    await server.close()
  }
  for (const violation of violations) console.log(`✗ ${violation}`)
  console.log(`${runs} rounds, ${violations.length} violations`)
  return violations.length === 0
}

/** Wrong passwords from one address, from 1,000 side by side and from 1,000 in networks of their own, half a minute each. */
export function signInFlood({ runs }: { runs: number }): Promise<boolean> {
  return rounds(runs, async (place) => {
    const violations: string[] = []
    for (const from of [
      { addresses: 1, rate: 400 },
      { addresses: 1_000, rate: 200 },
      { addresses: 1_000, rate: 200, scattered: true },
    ]) {
      const flood = await floodSignIns(place, { ...from, seconds: 30 })
      console.log(
        `from ${from.addresses} ${from.scattered ? 'scattered ' : ''}addresses, ${from.rate} a second (a right log-in alone takes ${flood.aloneMs} ms): ${flood.attacks.length} attacks, ${JSON.stringify(byStatus(flood.attacks))}`,
      )
      const late = flood.lateMs.map((ms) => ({ ms: Math.round(ms) }))
      console.log(`  sent late by p50 p99 max ${[0.5, 0.99, 1].map((part) => within(late, part)).join(' ')} ms`)
      for (const [whose, answers] of [
        ['students', flood.students],
        ['owner', flood.owners],
      ] as const) {
        const times = [0.5, 0.95, 0.99, 1].map((part) => within(answers, part))
        console.log(
          `  right log-ins, ${whose}: ${JSON.stringify(byStatus(answers))}, p50 p95 p99 max ${times.join(' ')} ms`,
        )
      }
      violations.push(...flood.violations)
    }
    return violations
  })
}

/** 10,000 idle and 5,000 half-answered sockets, from one address and from many. */
export function sockets({ runs }: { runs: number }): Promise<boolean> {
  return rounds(runs, async (place) => {
    const violations: string[] = []
    for (const addresses of [1, 500]) {
      const flood = await floodSockets(place, { idle: 10_000, halfAnswered: 5_000, addresses })
      console.log(
        `${flood.idle} idle and ${flood.halfAnswered} half-answered sockets from ${addresses} addresses, ${flood.opened} opened in all, ${flood.held} held at the end`,
      )
      console.log(`  ${flood.served} of ${flood.buyers} new buyers served, the slowest in ${flood.slowestMs} ms`)
      violations.push(...flood.violations)
    }
    return violations
  })
}

/** 400 bodies that stop coming. */
export function stalledBodies({ runs }: { runs: number }): Promise<boolean> {
  return rounds(runs, async (place) => {
    const { bodies, growthMb, alive, violations } = await stallBodies(place, { bodies: 400 })
    console.log(`${bodies} stalled bodies: memory +${growthMb} MB, others meanwhile ${JSON.stringify(alive)}`)
    return violations
  })
}

/** Hostile files of `runs` megabytes by each door, then many of one account while others buy. */
export async function foreignFiles({ runs }: { runs: number }): Promise<boolean> {
  const server = await openDrillServer()
  try {
    const found = await drillForeignFiles(
      { serverUrl: server.url, prefix: `drill_${process.pid}` },
      { megabytes: runs },
    )
    const rounded = (round: (typeof found.rounds)[number]) => ({
      ...round,
      seconds: Number(round.seconds.toFixed(1)),
      cpuMs: Math.round(round.cpuMs),
      delayMs: Math.round(round.delayMs),
    })
    console.table(found.rounds.map(rounded))
    for (const line of linesOf(found)) console.log(line)
    for (const violation of found.violations) console.log(`✗ ${violation}`)
    console.log(`${found.rounds.length} files, ${found.violations.length} violations`)
    return found.violations.length === 0
  } finally {
    await server.close()
  }
}
