import type { Knex } from 'knex'
import { z } from 'zod'
import { newId } from '../ids.ts'
import { notes, parseBody } from '../links.ts'
import { unknownId } from '../refusal.ts'
import { PERIODS, type PlanRow } from './entities.ts'

const planBody = z
  .object({
    period: z.enum(PERIODS, 'The selected period is invalid.'),
    interval: z.int('The interval must be an integer.').min(1, 'The interval must be at least 1.').max(4000),
    item: z.object({
      name: z.string('The name field is required.').min(1, 'The name field is required.').max(512),
      amount: z.coerce.number().int('The amount must be an integer.').min(100, 'The amount must be atleast INR 1.00'),
      currency: z.literal('INR', 'Currency is not supported'),
      description: z.string().max(2048).nullable().default(null),
    }),
    notes: notes.default({}),
  })
  .refine(({ period, interval }) => period !== 'daily' || interval >= 7, {
    error: 'For daily plans, the interval must be at least 7.',
    path: ['interval'],
  })

export async function createPlan(db: Knex, body: unknown, now: Date): Promise<PlanRow> {
  const { period, interval, item, notes } = parseBody(planBody, body)
  const [plan] = await db<PlanRow>('sandbox.plans')
    .insert({
      plan_id: newId('plan_'),
      period,
      every: interval,
      item_id: newId('item_'),
      name: item.name,
      description: item.description,
      amount_paise: item.amount,
      currency: item.currency,
      notes,
      created_at: now,
    })
    .returning('*')
  if (!plan) throw new Error('an insert returned no row')
  return plan
}

export async function findPlan(db: Knex, planId: string): Promise<PlanRow> {
  const plan = await db<PlanRow>('sandbox.plans').where({ plan_id: planId }).first()
  if (!plan) throw unknownId()
  return plan
}
