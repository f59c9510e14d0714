import { z } from 'zod'
import { ARCHIVE_FORMAT } from '../move-out/make-archive.ts'
import { ArchiveRefusal, type OpenArchive } from './unpack.ts'

const Manifest = z.object({ program: z.literal('skillhaat'), format: z.number().int() })

/** Reads which format an archive has. Throws `ArchiveRefusal` for what is no archive of a shop, and for a later format. */
export async function readManifest(archive: OpenArchive): Promise<{ format: number }> {
  if (!archive.entries.has('manifest.json'))
    throw new ArchiveRefusal(
      'This ZIP is no archive of a SkillHaat, or it is cut off. Choose Move out in the other shop.',
    )
  const { data } = Manifest.safeParse(await archive.json('manifest.json'))
  if (!data) throw new ArchiveRefusal('This ZIP is no archive of a SkillHaat.')
  if (data.format > ARCHIVE_FORMAT)
    throw new ArchiveRefusal('The other shop runs a newer version. Update this one first, and bring the archive again.')
  return data
}
