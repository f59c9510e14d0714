import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import pg from 'pg'

export type PoolClients = {
  /** Committed transactions of all clients, and the errors of failed ones. */
  transactions: number
  failed: string[]
  /** Peak and limit of the pooler's connections to PostgreSQL. */
  connections: number
  allowed: number
  /** Transactions that failed, were lost or counted twice, and connections over the limit. */
  violations: string[]
}

/** As many as `deploy/pgbouncer.ini` allows beside two shops. */
const CLIENTS = 440
/** Pause of a client between two transactions. */
const REST_MS = 1_000
const LOOK_EVERY_MS = 250

/**
 * Runs many clients of the pooler at once; each increments its own row in transactions for `ms` milliseconds. `db` is
 * PostgreSQL itself; `pooled` is the address of the same database behind PgBouncer.
 */
export async function crowdThePool(db: Knex, pooled: string, ms: number): Promise<PoolClients> {
  await db.raw('create table if not exists pool_clients (client int primary key, counted int not null)')
  await db('pool_clients').del()
  await db.raw('insert into pool_clients select client, 0 from generate_series(1, ?) client', [CLIENTS])
  const until = performance.now() + ms
  const isOver = () => performance.now() > until
  let transactions = 0
  const failed: string[] = []
  const work = async (number: number) => {
    const client = new pg.Client({ connectionString: pooled })
    client.on('error', (error) => failed.push(error.message))
    try {
      await client.connect()
      // Real clients do not start all at once.
      await sleep((number / CLIENTS) * REST_MS)
      for (; !isOver(); await sleep(REST_MS)) {
        await client.query('begin')
        await client.query('update pool_clients set counted = counted + 1 where client = $1', [number])
        await client.query('commit')
        transactions += 1
      }
    } catch (error) {
      failed.push(error instanceof Error ? error.message : String(error))
    } finally {
      await client.end()
    }
  }
  const looking = watchConnections(pooled, isOver)
  await Promise.all(Array.from({ length: CLIENTS }, (_, at) => work(at + 1)))
  const { connections, allowed } = await looking
  const counted = Number((await db('pool_clients').sum({ all: 'counted' }).first<{ all: string }>()).all)
  const violations = [...new Set(failed)].map((what) => `a client of the pooler: ${what}`)
  if (counted !== transactions) violations.push(`${transactions} transactions counted to ${counted}`)
  if (connections > allowed) violations.push(`the pooler held ${connections} connections, where ${allowed} are allowed`)
  return { transactions, failed, connections, allowed, violations }
}

/** Asks PgBouncer's own console how many connections the shop's database has. */
async function watchConnections(
  pooled: string,
  isOver: () => boolean,
): Promise<{ connections: number; allowed: number }> {
  const address = new URL(pooled)
  const name = address.pathname.slice(1)
  address.pathname = '/pgbouncer'
  const console = new pg.Client({ connectionString: address.href })
  await console.connect()
  try {
    const most = { connections: 0, allowed: 0 }
    while (!isOver()) {
      const { rows } = await console.query<{ name: string; pool_size: string; current_connections: string }>(
        'show databases',
      )
      const own = rows.find((row) => row.name === name)
      most.connections = Math.max(most.connections, Number(own?.current_connections))
      most.allowed = Number(own?.pool_size)
      await sleep(LOOK_EVERY_MS)
    }
    return most
  } finally {
    await console.end()
  }
}
