import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  tables: {
    notices: {
      holds: 'versions of the privacy notice, without anybody',
      archive: {
        file: 'privacy-notices.csv',
        about: 'every version of your privacy notice',
        select: 'select version, uses, texts, published_at from notices order by version',
      },
    },
  },
})
