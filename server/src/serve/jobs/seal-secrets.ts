import type { Context } from '../../context.ts'
import { resealSavedKeys } from '../../platform/payments/keys.ts'
import { keyIdOf } from '../../platform/payments/secret-box.ts'
import { resealApps } from '../../shop/auth/authenticator-app.ts'
import { secretsSealed } from '../../shop/moments/moments.ts'

/** Seals the stored secrets of an older ENCRYPTION_KEY with the first one; returns their number. */
export async function sealSecrets(ctx: Pick<Context, 'config' | 'db'>): Promise<number> {
  const { db, config } = ctx
  return (
    (await resealSavedKeys(db, config.encryptionKeys)) +
    (await resealApps(ctx)) +
    (await secretsSealed(ctx)).reduce((sum, sealed) => sum + sealed, 0)
  )
}

/** Counts the stored secrets that the first ENCRYPTION_KEY does not open, in every column of sealed values. */
export async function countOtherwiseSealed({ db, config }: Pick<Context, 'config' | 'db'>): Promise<number> {
  const { rows: places } = await db.raw<{ rows: { place: string; column: string }[] }>(
    `select table_name as place, column_name as column from information_schema.columns
     where table_schema = 'public' and column_name like '%sealed%'`,
  )
  let total = 0
  for (const { place, column } of places) {
    const { rows } = await db.raw<{ rows: { count: number }[] }>(
      `select count(*)::int as count from :place: where split_part(:column:, '.', 2) <> :key`,
      { place, column, key: keyIdOf(config.encryptionKeys[0]) },
    )
    total += rows[0]?.count ?? 0
  }
  return total
}
