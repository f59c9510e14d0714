import { useEffect, useState } from 'react'
import { t } from '../language/text.ts'

/** The digits of a code of an email, as people type them. */
export const digitsOf = (typed: string) => typed.replace(/[\s-]/g, '')

export const codeProblem = (typed: string): string | undefined =>
  /^\d{6}$/.test(digitsOf(typed)) ? undefined : t('Enter six digits')

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
