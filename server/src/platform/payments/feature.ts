import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  tables: {
    gateway_config: {
      holds: 'figures, settings and numbers of the shop',
      archive: { without: 'secrets of this shop: logins, keys and second factors are made anew' },
    },
  },
})
