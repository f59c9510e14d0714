import { RefundLimit as Limit } from 'contract/orders/refund-requests'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { rupees } from '../kit/fields.tsx'
import { settingsCard } from '../kit/settings-card.tsx'
import type { SettingsPart } from '../settings/SettingsTab.tsx'

/** Above how much a refund needs a second person; empty: never. */
const RefundLimit = settingsCard({
  title: 'Refund limit',
  load: adminApi.orders.refundLimit,
  save: adminApi.orders.setRefundLimit,
  schema: Limit,
  stored: ({ refund_limit }) => refund_limit,
  codes: { invalid: 'limit' },
  fields: {
    limit: rupees('Approval needed above (₹)', {
      optional: true,
      min: 1,
      help: 'What you refund of one order adds up. Above the limit, another owner or finance admin has to approve the refund first. Leave it empty for no limit.',
    }),
  },
  foot: ({ approvers }) =>
    approvers < 2 && (
      <Help>You are the only one who may refund. Add another owner or a finance admin to set a limit.</Help>
    ),
  button: 'Save limit',
})

/** Shows the limit below the guarantee. */
const Part: SettingsPart['default'] = ({ section }) => section === 'guarantee' && <RefundLimit />
export default Part
