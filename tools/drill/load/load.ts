import { type ReadCost, walkBigCourse } from '../../../server/test/walk-reads.ts'
import { missingPrograms } from '../../fleet/daemon.ts'
import { byStatus, within } from '../client.ts'
import { type Drill, type Scenario, withPlace } from '../shop.ts'
import { drillFairness } from './fairness.ts'
import { drillFleet } from './fleet.ts'
import { drillLetters } from './letters.ts'
import { drillMailRelay } from './mail-relay.ts'
import { drillMoveIn } from './move-in.ts'
import { drillOverload } from './overload.ts'
import { floodSignIns } from './sign-in-flood.ts'
import { floodSockets } from './sockets.ts'
import { stallBodies } from './stalled-bodies.ts'

/** More requests arrive than the shop can serve or wants to; nothing is random, so the seed changes nothing. */
export const load = {
  overload: { full: 300, about: 'N seconds of half as many buyers again as can be served', play: overload },
  fleet: { full: 30, about: 'N seconds of buying at two shops for each thing that happens to them', play: fleet },
  fairness: {
    full: 300,
    small: 50,
    about: 'up to N requests at once of one caller beside another student',
    play: fairness,
  },
  'sign-in-flood': { full: 1, about: 'wrong passwords from one address and from many, N times', play: signInFlood },
  sockets: { full: 1, about: '10,000 idle and 5,000 half-answered sockets, N times', play: sockets },
  'stalled-bodies': { full: 1, about: '400 bodies that stop arriving, N times', play: stalledBodies },
  'mail-relay': { full: 5, small: 1, about: 'N tries at every call that mails to reach strangers', play: mailRelay },
  'big-course': {
    full: 20,
    about: 'N thousand students of one course, with each list, report and export',
    play: bigCourse,
  },
  'move-in': {
    full: 50,
    small: 1,
    about: 'N thousand students with three courses each, killed three times and brought twice',
    play: moveIn,
  },
  letters: {
    full: 50,
    about:
      'a letter to N thousand readers from two instances that are killed 30 times, with every trouble of a mail server',
    play: letters,
  },
} satisfies Record<string, Scenario>

async function letters({ site, runs }: Drill): Promise<string[]> {
  const { figures, violations } = await drillLetters({ site, readers: runs * 1_000, kills: 30, onPhase: console.log })
  console.table(figures)
  return violations
}

async function fairness({ site, runs }: Drill): Promise<string[]> {
  const { figures, violations } = await drillFairness(site, runs, (figure) =>
    console.log(Object.values(figure).join('  ')),
  )
  console.table(figures)
  return violations
}

async function moveIn({ site, runs }: Drill): Promise<string[]> {
  const { figures, violations } = await drillMoveIn({ site, students: runs * 1_000 })
  console.table(figures)
  return violations
}

async function overload({ site, runs: seconds }: Drill): Promise<string[]> {
  requirePrograms('haproxy')
  const onPhase = (what: string) => console.log(what)
  const { violations, ...figures } = await drillOverload({ site, seconds, onPhase })
  console.log(figures)
  return violations
}

async function fleet({ runs: seconds }: Drill): Promise<string[]> {
  requirePrograms('haproxy', 'pgbouncer')
  const onPhase = (what: string) => console.log(what)
  const { phases, poolClients, orders, violations } = await drillFleet({ seconds, onPhase })
  console.table(phases.map(({ name, answers, slowest }) => ({ name, ...answers, slowest })))
  console.log(
    `the others: ${poolClients?.transactions} transactions, ${poolClients?.failed.length} failed, over ${poolClients?.connections} connections to PostgreSQL`,
  )
  console.log(`${orders} orders`)
  return violations
}

function requirePrograms(...names: string[]): void {
  const missing = missingPrograms(names)
  if (missing.length > 0) throw new Error(`install ${missing.join(' and ')} to try several instances for real`)
}

/** Plays a round `runs` times. */
async function rounds(runs: number, round: () => Promise<string[]>): Promise<string[]> {
  const violations: string[] = []
  for (let run = 0; run < runs; run++) violations.push(...(await round()))
  return violations
}

/** Sends wrong passwords from one address, from 1,000 side by side and from 1,000 in networks of their own. */
function signInFlood({ site, runs }: Drill): Promise<string[]> {
  return rounds(runs, async () => {
    const violations: string[] = []
    for (const from of [
      { addresses: 1, rate: 400 },
      { addresses: 1_000, rate: 200 },
      { addresses: 1_000, rate: 200, scattered: true },
    ]) {
      const flood = await floodSignIns(site, { ...from, seconds: 30 })
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

function sockets({ site, runs }: Drill): Promise<string[]> {
  return rounds(runs, async () => {
    const violations: string[] = []
    for (const addresses of [1, 500]) {
      const flood = await floodSockets(site, { idle: 10_000, halfAnswered: 5_000, addresses })
      console.log(
        `${flood.idle} idle and ${flood.halfAnswered} half-answered sockets from ${addresses} addresses, ${flood.opened} opened in all, ${flood.held} held at the end`,
      )
      console.log(`  ${flood.served} of ${flood.buyers} new buyers served, the slowest in ${flood.slowestMs} ms`)
      violations.push(...flood.violations)
    }
    return violations
  })
}

function stalledBodies({ site, runs }: Drill): Promise<string[]> {
  return rounds(runs, async () => {
    const { bodies, growthMb, alive, violations } = await stallBodies(site, { bodies: 400 })
    console.log(`${bodies} stalled bodies: memory +${growthMb} MB, others meanwhile ${JSON.stringify(alive)}`)
    return violations
  })
}

async function mailRelay({ site, runs }: Drill): Promise<string[]> {
  const { calls, tries, mails, withText, failures } = await drillMailRelay(site, { rounds: runs })
  console.table(calls)
  console.log(`${tries} tries, ${mails} mails to strangers`)
  return withText === 0 ? failures : [...failures, `${withText} mails with a text of the caller`]
}

/** Prints blocks and milliseconds of each read, with fresh and with stale statistics. */
function bigCourse({ site, runs }: Drill): Promise<string[]> {
  return withPlace(async (place) => {
    const databases = await place.databases(site)
    const walk = async (stale: boolean) => {
      const databaseUrl = await databases.create(stale ? 'stale' : 'fresh')
      return walkBigCourse({ databaseUrl, students: runs * 1_000, stale })
    }
    const [fresh, stale] = [await walk(false), await walk(true)]
    const ofRead = ({ blocks, ms, status }: ReadCost) => (status === 200 ? `${blocks} in ${Math.round(ms)} ms` : status)
    console.table(
      fresh.map((cost, at) => ({
        ...{ read: cost.read, page: cost.page, rows: cost.rows },
        ...{ fresh: ofRead(cost), stale: ofRead(stale[at] ?? cost) },
      })),
    )
    return [...fresh, ...stale]
      .filter(({ status }) => status !== 200)
      .map(({ read, status }) => `${read} answered ${status}`)
  })
}
