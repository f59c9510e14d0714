import type { ProvingFigure } from 'contract/claims/claims'
import type { Db } from '../../context.ts'
import { LESSONS, PRICED_COURSES } from '../../courses/courses/courses.sql.ts'
import { ENROLMENTS } from '../../courses/enrolments/enrolments.sql.ts'
import { findGuaranteeDays } from '../../shop/settings/settings.queries.ts'

export type ProofRow = {
  claim_id: string
  words: string
  kind: 'counted' | 'file' | 'text'
  figure: ProvingFigure | null
  file: string | null
  body: string | null
  dated_on: string | null
  holds: boolean
  proved_at: string
  proved_by: string
}

export type ClaimRules = { strict: boolean; shown_until: string | null }

/** Reads whether claims without a proof are hidden; `locked` until the transaction ends. */
export async function findRules(db: Db, { locked = false } = {}): Promise<ClaimRules> {
  const query = db<ClaimRules>('claim_rules').first('strict', 'shown_until')
  return (await (locked ? query.forUpdate() : query)) ?? { strict: true, shown_until: null }
}

/** The words that have a proof; undefined while claims are shown without. One statement, for every answer that is cached. */
export async function findProven(db: Db): Promise<ReadonlySet<string> | undefined> {
  const { rows } = await db.raw<{ rows: { strict: boolean; words: string[] }[] }>(
    `select coalesce((select strict from claim_rules), true) as strict, array(select words from claim_proofs where holds) as words`,
  )
  return rows[0]?.strict ? new Set(rows[0].words) : undefined
}

export async function endGrace(trx: Db): Promise<void> {
  await trx('claim_rules').update({ strict: true, shown_until: null })
}

export function listProofs(db: Db): Promise<ProofRow[]> {
  return db<ProofRow>('claim_proofs').orderBy('claim_id')
}

export async function saveProof(trx: Db, proof: ProofRow): Promise<void> {
  await trx('claim_proofs').insert(proof).onConflict('claim_id').merge(proof)
}

export async function deleteProof(trx: Db, claimId: string): Promise<ProofRow | undefined> {
  const [row]: ProofRow[] = await trx('claim_proofs').where({ claim_id: claimId }).delete().returning('*')
  return row
}

export async function noteHolds(trx: Db, claimId: string, holds: boolean): Promise<void> {
  await trx('claim_proofs').where({ claim_id: claimId }).update({ holds })
}

type Counted = { students: number; courses: number; lessons: number; seconds: number }

/** Counts what a claim may rest on. */
export async function countFigures(db: Db): Promise<Record<ProvingFigure, number>> {
  const [{ rows }, guarantee] = await Promise.all([
    db.raw<{ rows: Counted[] }>(
      `select (select count(distinct user_id)::int from ${ENROLMENTS} e) as students,
        (select count(*)::int from ${PRICED_COURSES} p where p.sold) as courses,
        count(l.lesson_id)::int as lessons, coalesce(sum(l.seconds), 0)::int as seconds
      from ${LESSONS} l join ${PRICED_COURSES} p on p.course_id = l.course_id and p.sold`,
    ),
    findGuaranteeDays(db),
  ])
  const { students = 0, courses = 0, lessons = 0, seconds = 0 } = rows[0] ?? {}
  return { students, courses, lessons, hours: Math.floor(seconds / 3600), guarantee }
}
