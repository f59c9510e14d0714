import type { LetterChannel, LetterTemplate } from 'contract/letters'
import type { Sequence, SequenceTrigger } from 'contract/sequences'
import type { Db } from '../../../context.ts'
import { COURSES } from '../../../courses/courses/courses.sql.ts'

export type SequenceRow = Omit<Sequence, 'steps'>

/** The stored form of a step: a letter of its sequence. */
export type StepRow = {
  letter_id: string
  sequence_id: string
  after_minutes: number
  subject: string
  blocks: Sequence['steps'][number]['blocks']
  channel: LetterChannel
  template: LetterTemplate | null
}

type StoredStep = StepRow & Pick<Sequence['steps'][number], 'stopped' | 'problem'>

/** Lists sequences in the order in which they were made, or one of them. */
export async function listSequences(db: Db, sequenceId?: string): Promise<SequenceRow[]> {
  const { rows } = await db.raw<{ rows: SequenceRow[] }>(
    `select s.sequence_id, s.name, s.trigger, s.course_id, c.name as course_name, s.days, s.active, s.active_since, s.changed_at
     from sequences s left join ${COURSES} c on c.course_id = s.course_id
     where cast(:sequenceId as text) is null or s.sequence_id = :sequenceId order by s.made_at, s.sequence_id`,
    { sequenceId: sequenceId ?? null },
  )
  return rows
}

export type LockedSequence = {
  sequence_id: string
  trigger: SequenceTrigger
  days: number | null
  active: boolean
  active_since: string | null
}

/** Locks a sequence against another save, and against its own round. */
export async function lockSequence(trx: Db, sequenceId: string): Promise<LockedSequence | undefined> {
  return trx('sequences')
    .where({ sequence_id: sequenceId })
    .forUpdate()
    .first('sequence_id', 'trigger', 'days', 'active', 'active_since')
}

export async function saveSequence(
  trx: Db,
  row: Omit<LockedSequence, 'active_since'> & {
    name: string
    course_id: string | null
    active_since: Date | string | null
  },
  now: Date,
): Promise<void> {
  const changed = { ...row, changed_at: now }
  await trx('sequences')
    .insert({ ...changed, made_at: now })
    .onConflict('sequence_id')
    .merge(changed)
}

/** Lists the steps of sequences, in order. */
export async function listSteps(db: Db, sequenceIds: readonly string[]): Promise<StoredStep[]> {
  return db('letters')
    .whereIn('sequence_id', [...sequenceIds])
    .whereNotNull('step')
    .orderBy(['sequence_id', 'step'])
    .select(
      'letter_id',
      'sequence_id',
      'after_minutes',
      'subject',
      'blocks',
      'channel',
      'template',
      'stopped',
      'problem',
    )
}

/** Takes all steps of a sequence out of their places, so that `placeStep` can put each anywhere. One that stays out is sent to nobody. */
export async function unplaceSteps(trx: Db, sequenceId: string, now: Date): Promise<void> {
  await trx('letters').where({ sequence_id: sequenceId }).update({ step: null, status: 'stopped', changed_at: now })
}

/** Writes a step at its place. Its moments count from now on where it is new or was moved in time. */
export async function placeStep(
  trx: Db,
  step: StepRow & { step: number; name: string; active: boolean; moved: boolean },
  now: Date,
): Promise<void> {
  const {
    letter_id,
    sequence_id,
    after_minutes,
    subject,
    blocks,
    channel,
    template,
    name,
    active,
    moved,
    step: place,
  } = step
  const columns = {
    sequence_id,
    step: place,
    after_minutes,
    subject,
    blocks: JSON.stringify(blocks),
    channel,
    template: template && JSON.stringify(template),
    name,
    changed_at: now,
    status: active ? 'sending' : 'draft',
    stopped: null,
    problem: null,
    watched_from: now,
    begun_at: now,
  }
  const fresh = { segment: JSON.stringify({ all: [] }), made_at: now, step_since: now }
  await trx('letters')
    .insert({ letter_id, ...columns, ...fresh })
    .onConflict('letter_id')
    .merge({ ...columns, ...(moved && { step_since: now }) })
}

/** Counts who was left out of each step, by the reason. */
export async function countSkipped(
  db: Db,
  letterIds: readonly string[],
): Promise<{ letter_id: string; skipped: Record<string, number> }[]> {
  const { rows } = await db.raw<{ rows: { letter_id: string; skipped: Record<string, number> }[] }>(
    `select letter_id, jsonb_object_agg(reason, people) as skipped
     from (
       select letter_id, coalesce(reason, 'off') as reason, count(*) as people from letter_recipients
       where letter_id = any(:letterIds) and state = 'skipped' group by letter_id, coalesce(reason, 'off')
     ) counted group by letter_id`,
    { letterIds: [...letterIds] },
  )
  return rows
}
