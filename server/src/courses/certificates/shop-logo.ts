import type { Context } from '../../context.ts'
import { findLogo } from '../../shop/settings/settings.queries.ts'
import { withSharp } from '../media/pictures.ts'
import { readStored } from '../media/stored-picture.ts'

/** Loads the shop's present logo in a form for PDF; undefined without a readable one. */
export async function logoOf(ctx: Context): Promise<Buffer | undefined> {
  const address = await findLogo(ctx.db)
  const bytes = address ? await readStored(ctx, address) : undefined
  if (!bytes) return undefined
  const box = { width: 660, height: 138, fit: 'inside', withoutEnlargement: true } as const
  return withSharp((sharp) => sharp(bytes).resize(box).png().toBuffer()).catch(() => undefined)
}
