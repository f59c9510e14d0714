import { addMonths } from 'contract/access-period'
import { DAY_MS, dayStart, indianDay } from 'contract/indian-time'
import type { Moment } from '../entities.ts'
import type { PlanRow } from './entities.ts'

const MONTHS = { monthly: 1, quarterly: 3, yearly: 12 } as const
const DAYS = { daily: 1, weekly: 7 } as const

/**
 * Returns the beginning of a billing cycle, counted from 0. The first begins with the subscription, each further one at
 * midnight in India: every moment after the first in Razorpay's samples is such a midnight.
 */
export function cycleStart(plan: Pick<PlanRow, 'period' | 'every'>, startAt: Moment, cycle: number): Date {
  const start = new Date(startAt)
  if (cycle === 0) return start
  const { period } = plan
  const later =
    period === 'daily' || period === 'weekly'
      ? new Date(start.getTime() + DAYS[period] * plan.every * cycle * DAY_MS)
      : addMonths(start, MONTHS[period] * plan.every * cycle)
  return new Date(dayStart(indianDay(later)))
}
