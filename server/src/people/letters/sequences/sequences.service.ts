import { drawText } from 'contract/draw-text'
import type { LetterResults } from 'contract/letters'
import type { Sequence, SequenceBody } from 'contract/sequences'
import { type CallContext, type Context, type Db, requireAdmin } from '../../../context.ts'
import { findAnyCourse } from '../../../courses/courses/courses.queries.ts'
import { courseNotFound } from '../../../courses/courses/courses.service.ts'
import { requireFiles } from '../../../courses/media/require-files.ts'
import { plainError } from '../../../errors.ts'
import { findWhatsapp } from '../../../platform/whatsapp/whatsapp-keys.queries.ts'
import { noteChange } from '../../../shop/activity/note-change.ts'
import { findResults } from '../letters.queries.ts'
import { endWaiting } from './sequence-events.queries.ts'
import {
  countSkipped,
  listSequences,
  listSteps,
  lockSequence,
  placeStep,
  saveSequence,
  unplaceSteps,
} from './sequences.queries.ts'

const newId = (kind: 'seq' | 'let') => `${kind}_${drawText('abcdefghijklmnopqrstuvwxyz234567', 16)}`

/** Lists all sequences, or one, with what became of each step. */
export async function readSequences(db: Db, sequenceId?: string): Promise<Sequence[]> {
  const rows = await listSequences(db, sequenceId)
  const steps = await listSteps(
    db,
    rows.map((row) => row.sequence_id),
  )
  const ids = steps.map(({ letter_id }) => letter_id)
  const [results, left] = await Promise.all([findResults(db, ids), countSkipped(db, ids)])
  const skipped = new Map(left.map((row) => [row.letter_id, row.skipped]))
  const bySequence = Map.groupBy(steps, (step) => step.sequence_id)
  return rows.map((row) => ({
    ...row,
    steps: (bySequence.get(row.sequence_id) ?? []).map(({ letter_id, sequence_id: _, ...step }) => ({
      step_id: letter_id,
      ...step,
      results: { ...shortly(results.get(letter_id)), skipped: skipped.get(letter_id) ?? {} },
    })),
  }))
}

const NONE = { waiting: 0, sent: 0, failed: 0, clicked: 0, unsubscribed: 0, orders: 0, revenue: 0 }

/** An email that was perhaps sent counts as sent. */
function shortly(results: LetterResults | undefined): typeof NONE {
  if (!results) return NONE
  const { waiting, sent, unknown, failed, clicked, unsubscribed, orders, revenue } = results
  return { waiting, sent: sent + unknown, failed, clicked, unsubscribed, orders, revenue }
}

async function readSequence(db: Db, sequenceId: string): Promise<Sequence> {
  const [sequence] = await readSequences(db, sequenceId)
  if (!sequence) throw plainError('not_found', 'Sequence not found')
  return sequence
}

/** Saves a new sequence, or changes one; 404 for an unknown sequence or course. 403 where an editor changes one that is on. */
export async function writeSequence(
  ctx: Context,
  context: CallContext,
  body: SequenceBody,
  id?: string,
): Promise<Sequence> {
  const sequence_id = id ?? newId('seq')
  const now = ctx.now()
  const { name, trigger, course_id, days, active } = body
  await ctx.db.transaction(async (trx) => {
    const present = id === undefined ? undefined : await lockSequence(trx, id)
    if (id !== undefined && !present) throw plainError('not_found', 'Sequence not found')
    if (present?.active && requireAdmin(context).role !== 'owner')
      throw plainError('forbidden', 'Only an owner can change a sequence that is on')
    if (present && present.trigger !== trigger)
      throw plainError('conflict', 'What begins a sequence stays. Write another one')
    if (course_id !== null && !(await findAnyCourse(trx, course_id))) throw courseNotFound()
    await requireFiles(trx, 'steps', body.steps)
    if (active && body.steps.some(({ channel }) => channel === 'whatsapp') && !(await findWhatsapp(trx)))
      throw plainError('conflict', 'Connect WhatsApp first')
    const active_since = active ? (present?.active_since ?? now) : null
    await saveSequence(trx, { sequence_id, name, trigger, course_id, days, active, active_since }, now)
    const before = new Map((await listSteps(trx, [sequence_id])).map((step) => [step.letter_id, step]))
    await unplaceSteps(trx, sequence_id, now)
    for (const [place, { step_id, ...step }] of body.steps.entries()) {
      const former = step_id === undefined ? undefined : before.get(step_id)
      // A step is its sequence's own, and once in it.
      if (step_id !== undefined && !before.delete(step_id))
        throw plainError('conflict', 'A step has changed. Load the sequence again')
      const moved = former?.after_minutes !== step.after_minutes || present?.days !== days
      await placeStep(
        trx,
        { ...step, letter_id: step_id ?? newId('let'), sequence_id, step: place, name, active, moved },
        now,
      )
    }
    await endWaiting(trx, sequence_id)
    const after = { active, trigger, steps: body.steps.length }
    await noteChange(trx, {
      kind: 'other',
      id: sequence_id,
      name,
      before: present ? { active: present.active } : null,
      after,
    })
  })
  return readSequence(ctx.db, sequence_id)
}
