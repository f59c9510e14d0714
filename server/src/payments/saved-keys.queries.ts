import type { Knex } from 'knex'

/** The row of the gateway's keys, sealed. */
export type SavedKeys = {
  api_key: string
  api_secret_sealed: string
  webhook_secret_sealed: string | null
  /** The one before it, and until when events signed with it are taken. */
  former_webhook_secret_sealed: string | null
  former_webhook_secret_until: string | null
  /** When the gateway last took these keys; ISO 8601 in UTC. */
  verified_at: string | null
}

export const PROVIDER = 'razorpay'

export function findSavedKeys(db: Knex): Knex.QueryBuilder<SavedKeys, SavedKeys | undefined> {
  return db('gateway_config')
    .where({ provider: PROVIDER })
    .first(
      ...(['api_key', 'api_secret_sealed', 'webhook_secret_sealed', 'verified_at'] as const),
      ...(['former_webhook_secret_sealed', 'former_webhook_secret_until'] as const),
    )
}
