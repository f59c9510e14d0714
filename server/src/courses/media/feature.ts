import { defineFeature } from '../../platform/features/define-feature.ts'
import { SHOP } from '../../platform/features/manifest.sql.ts'

export default defineFeature({
  tables: {
    media_uploads: {
      stays: 'work',
      person: {
        erased: ['user_id', 'name', 'metadata', 'sha256', 'refused_data'],
        kept: { [SHOP]: ['upload_id', 'kind', 'media_id', 'refused_code', 'refused_detail', 'held_by'] },
        // The next sweep takes the bytes.
        statement: `update media_uploads set user_id = null, name = 'file', metadata = '{}', sha256 = null, refused_data = null,
      touched_at = 'epoch' where user_id = :id`,
      },
      ownData: { without: 'work on its way, which ends as something listed' },
      archive: { without: 'the program at work' },
    },
    media: {
      holds: 'the catalogue: texts and files of the shop',
      archive: { in: 'files.csv' },
    },
    unreferenced_files: {
      holds: 'the catalogue: texts and files of the shop',
      archive: { without: 'the program at work' },
    },
  },
})
