import { useEffect, useState } from 'react'
import { isApiError } from '../api/client.ts'
import { t } from '../language/text.ts'

/** The digits of a code of an email, as people type them. */
export const digitsOf = (typed: string) => typed.replace(/[\s-]/g, '')

export const codeProblem = (typed: string): string | undefined =>
  /^\d{6}$/.test(digitsOf(typed)) ? undefined : t('Enter six digits')

const MOST_CHALLENGES = 3

/** Adds the challenge of a new code to those of this browser, newest first: an earlier email may arrive last. */
export const withChallenge = (challenge: string, earlier: readonly string[] = []) =>
  [challenge, ...earlier].slice(0, MOST_CHALLENGES)

/** Tries a code with each challenge of this browser until one fits; the error is that of the newest. */
export async function withAnyOf<Answer>(
  [newest = '', ...earlier]: readonly string[],
  attempt: (challenge: string) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await attempt(newest)
  } catch (error) {
    if (!isApiError(error) || error.code !== 'invalid_credentials') throw error
    for (const challenge of earlier) {
      const fits = await attempt(challenge).then(
        (answer) => ({ answer }),
        () => undefined,
      )
      if (fits) return fits.answer
    }
    throw error
  }
}

/** Counts down to a moment, second by second. */
export function useSecondsLeft(until: number): number {
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one clock for each moment
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 1000)
    return () => clearInterval(timer)
  }, [until])
  return seconds
}
