import { RunId } from './run.ts'

/** `run_id`: the date that is bought, of the one course of the purchase. */
export const buyFields = { run_id: RunId.optional() }

export const priceFields = buyFields
