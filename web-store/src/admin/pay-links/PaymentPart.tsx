import { PayLinkSettings } from 'contract/pay-links'
import { adminApi } from '../host/admin-api.ts'
import { percent, tick } from '../kit/fields.tsx'
import { settingsCard } from '../kit/settings-card.tsx'

/** Switches pay links on, and limits how much support may take off. */
export default settingsCard({
  title: 'Pay links',
  load: adminApi.payLinks.settings,
  save: adminApi.payLinks.saveSettings,
  schema: PayLinkSettings,
  stored: ({ settings }) => settings,
  fields: {
    on: tick('Make pay links', {
      help: 'One person’s price for courses, by a link. Links that are out stay good when you switch this off.',
    }),
    support_percent: percent('Support may take off at most (%)', {
      unmarked: true,
      help: 'Of the list price. Owners are not limited.',
    }),
  },
  button: 'Save pay links',
})
