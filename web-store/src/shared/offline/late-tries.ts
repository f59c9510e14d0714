import { client, errorText, isApiError } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { type Owner, offlineDb } from '../../offline/offline-db.ts'
import { toast } from '../../ui/toaster.ts'
import { isFinal, type LateTry, openLate, sealLate, storeLate } from './late-queue.ts'
import { ownerKnown } from './owner.ts'

async function entryOf(lessonId: string) {
  const owner = await ownerKnown()
  return owner && (await openLate(owner, 'try')).find(({ value }) => value.lesson_id === lessonId)
}

/** The answers to this lesson's quiz that wait, or that were refused and not read yet. */
export const lateTry = async (lessonId: string): Promise<LateTry | undefined> => (await entryOf(lessonId))?.value

/** Drops a refused try that its student has read. */
export async function forgetRefused(lessonId: string): Promise<void> {
  const entry = await entryOf(lessonId)
  if (entry?.value.refused) await offlineDb.delete('late', entry.key)
}

/**
 * Stores a try until there is a network: one per quiz, since its result decides about another. Returns the waiting one, which another tab
 * may have submitted before. Rejects where the browser has no locks (plain http).
 */
export async function storeTry(made: LateTry): Promise<LateTry> {
  return await navigator.locks.request('late-try', async () => {
    await forgetRefused(made.lesson_id)
    const waits = await lateTry(made.lesson_id)
    if (!waits) await storeLate('try', made)
    return waits ?? made
  })
}

/** Sends each try under its own key, which counts once. Returns the number that the shop answered. */
export async function sendTries(owner: Owner): Promise<number> {
  const waiting = (await openLate(owner, 'try')).filter(({ value }) => !value.refused)
  for (const { key, value } of waiting) {
    const { course_id, lesson_id, refused, ...body } = value
    try {
      const { result } = await client.quizzes.submit({ params: { lesson_id }, body })
      await offlineDb.delete('late', key)
      toast.info(t('Your quiz answers were checked'), {
        description: result.passed ? t('You passed') : t('Not passed yet'),
      })
    } catch (error) {
      if (!isFinal(error)) throw error
      await refuse(owner, key, value, error)
    }
  }
  return waiting.length
}

async function refuse(owner: Owner, key: number, value: LateTry, error: unknown): Promise<void> {
  const text = isApiError(error) ? error.message : ''
  toast.error(t('Your quiz answers were not counted'), { description: errorText(error, '') })
  // Without access to the quiz nobody reads the reason there.
  if (!isApiError(error) || error.status !== 409) return void (await offlineDb.delete('late', key))
  const changed = error.code === 'edit_conflict'
  const sealed = await sealLate<'try'>(owner, { ...value, refused: { text, changed } })
  await offlineDb.change('late', key, (entry) => ({ ...entry, sealed }))
}
