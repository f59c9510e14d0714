import type { ArchiveResult } from 'contract/move-archive'
import { type ShopChanges, withChanges } from 'contract/shop/defaults'
import { demoShop } from 'contract/shop/demo'
import { UpdateSettingsBody } from 'contract/shop/settings'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { failpoint } from '../../platform/db/failpoint.ts'
import { changeSettings } from '../../shop/settings/settings.service.ts'
import { bringCourses, withAddresses } from './bring-courses.ts'
import { bringFiles } from './bring-files.ts'
import { bringOrders } from './bring-past-orders.ts'
import { bringPeople } from './bring-people.ts'
import { bringProgressOf } from './bring-progress.ts'
import { bringPromocodes } from './bring-promocodes.ts'
import { readManifest } from './manifest.ts'
import type { Bringing } from './move-archive.queries.ts'
import { ArchiveRefusal, type OpenArchive, openArchive } from './unpack.ts'

/**
 * Brings the archive of another shop at `path`: files, courses, people, progress, past orders, and the settings if wanted.
 * After a kill at any point the next call goes on, and a second one changes nothing. Throws `ArchiveRefusal`.
 */
export async function bringArchive(ctx: Context, path: string, bringing: Bringing): Promise<ArchiveResult> {
  const { settings, tell } = bringing
  tell({ step: 'reading' })
  const archive = await openArchive(ctx.files, path)
  try {
    const { format } = await readManifest(archive)
    const total = [...archive.entries].reduce(
      (sum, [name, bytes]) => (name.startsWith('files/') ? sum + bytes : sum),
      0,
    )
    tell({ step: 'files', total_bytes: total })
    const { addresses, files } = await bringFiles(ctx, archive, bringing)
    failpoint(ctx, 'move-archive:files-brought')
    tell({ step: 'courses' })
    const { known, brought: courses } = await bringCourses(ctx, archive, addresses)
    failpoint(ctx, 'move-archive:courses-brought')
    tell({ step: 'people' })
    const { moveId, coins } = await bringPeople(ctx, archive, known, bringing)
    const past_orders = await bringOrders(ctx, archive, known, { ...bringing, moveId })
    const promocodes = await bringPromocodes(ctx, archive, known)
    tell({ step: 'progress' })
    const learnt = await bringProgressOf(ctx, archive, known, { ...bringing, moveId })
    tell({ step: 'settings' })
    if (settings) await bringSettings(ctx, archive, { addresses, format })
    return { files, courses, move_id: moveId, past_orders, coins, promocodes, ...learnt, settings }
  } finally {
    archive.close()
  }
}

const Archived = z.object({ shop_settings: z.array(z.object({ changes: z.record(z.string(), z.unknown()) })).min(1) })

/** Takes the other shop's name, claims, people and texts. GST details, invoice numbers and limits are typed anew: papers depend on them. */
async function bringSettings(
  ctx: Pick<Context, 'db' | 'now'>,
  archive: OpenArchive,
  { addresses, format }: { addresses: ReadonlyMap<string, string>; format: number },
): Promise<void> {
  const { data } = Archived.safeParse(withAddresses(await archive.json('settings.json'), addresses))
  const changes = data?.shop_settings[0]?.changes ?? {}
  // A shop of the first format began with the demo's texts, and named only what was changed of them.
  const begun = format === 1 ? withChanges(demoShop) : undefined
  const body = UpdateSettingsBody.safeParse(withChanges(changes as ShopChanges, begun))
  if (!body.data) throw new ArchiveRefusal(`The settings cannot be read: ${body.error.issues[0]?.message}`)
  await changeSettings(ctx, body.data, undefined)
}
