import type { Db } from '../src/context.ts'

export type Plan = { 'Actual Loops': number; 'Parent Relationship'?: string; Plans?: Plan[] }

/** Runs the work, and then each of its statements again to read how PostgreSQL ran it, in their order. */
export async function plansOf(db: Db, work: () => Promise<unknown>): Promise<Plan[]> {
  const statements: { sql: string; bindings: string[] }[] = []
  const note = (statement: { sql: string; bindings: string[] }) => statements.push(statement)
  db.on('query', note)
  await work()
  db.off('query', note)
  return Promise.all(
    statements.map(async ({ sql, bindings }) => {
      const { rows } = await db.raw(`explain (analyze, format json) ${sql.replaceAll(/\$\d+/g, '?')}`, bindings)
      return rows[0]['QUERY PLAN'][0].Plan
    }),
  )
}

/** Counts how often each part of a plan looks something up for a row. */
export const lookUps = (plan: Plan): number[] => [
  ...(plan['Parent Relationship'] === 'SubPlan' ? [plan['Actual Loops']] : []),
  ...(plan.Plans ?? []).flatMap(lookUps),
]
