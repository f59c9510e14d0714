import { Readable } from 'node:stream'
import type { FeatureScenes } from '../../../test/feature-scenes.ts'

export const scenes: FeatureScenes['scenes'] = (at) => {
  /** A complete upload of an archive. */
  async function anUpload(upload_id: string): Promise<number> {
    const { files, now } = at.server.ctx
    const { id } = await at.server.db('admins').orderBy('id').first('id')
    const upload = { upload_id, admin_id: id, kind: 'archive', name: 'shop.zip', bytes: 1, created_at: now() }
    await at.server.db('media_uploads').insert({ ...upload, metadata: { move_in: 'archive' }, touched_at: now() })
    await files.createIncoming(upload_id)
    await files.appendIncoming(upload_id, 0, Readable.from([Buffer.from('x')]))
    return id
  }

  async function aCheckedArchive(archive_id: string): Promise<string> {
    const about = { upload_id: archive_id, file_name: 'shop.zip', made_by: await anUpload(archive_id), total_bytes: 1 }
    const made = { archive_id, ...about, with_settings: false, made_at: at.server.ctx.now(), state: 'checked' }
    await at.server.db('move_archives').insert(made)
    return archive_id
  }

  return {
    'moveArchive.begin': async () => {
      await anUpload('an-archive')
      return {
        path: '/admin/move_archive',
        body: { upload_id: 'an-archive' },
        expected: { kind: 'other', target_name: 'shop.zip', after: { checked: true } },
      }
    },
    'moveArchive.run': async () => {
      const archive_id = await aCheckedArchive('to-run')
      return {
        path: `/admin/move_archive/${archive_id}/run`,
        body: { settings: false },
        expected: { kind: 'other', target_name: 'shop.zip', after: { settings: false } },
      }
    },
    'moveArchive.discard': async () => {
      const archive_id = await aCheckedArchive('to-discard')
      return {
        path: `/admin/move_archive/${archive_id}`,
        expected: { kind: 'other', target_name: 'shop.zip', before: { checked: true } },
      }
    },
  }
}

// They need an archive.
export const unreached = ['moveArchive.begin', 'moveArchive.run', 'moveArchive.discard']
