import { defineFeature } from '../features/define-feature.ts'

export default defineFeature({
  optional: { name: 'letters', alsoIn: [] },
  tables: {
    whatsapp_config: {
      holds: 'figures, settings and numbers of the shop',
      archive: { without: 'secrets of this shop: logins, keys and second factors are made anew' },
    },
  },
})
