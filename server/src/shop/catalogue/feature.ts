import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  tables: {
    catalogue_version: {
      holds: 'the catalogue: texts and files of the shop',
      archive: { without: 'the program at work' },
    },
  },
})
