import { moneyText, valueText } from '../activity/field-labels.ts'
import { because, changed, type Entry, ending, exported, plain, type Sentences } from '../activity/phrases.ts'
import { settingsPath } from '../settings/settings-index.ts'

function status({ before, after }: Entry): string {
  const [was, now] = [before?.status, after?.status]
  return now === undefined || now === was ? 'nothing has changed' : `it is ${valueText('status', now)} now`
}

export const activity: Sentences = {
  'exports.orders': exported('the orders'),
  'orders.recheck': ending('checked the order', (entry) => `with Razorpay: ${status(entry)}`),
  'orders.bookOutside': ({ after }) => ({
    did: `recorded ${moneyText(Number(after?.amount))} paid outside Razorpay as the order`,
    rest: `(${valueText('method', after?.method)} ${valueText('reference', after?.reference)})`,
    whole: true,
  }),
  'orders.refund': ({ after }) => ({
    did: `${after?.second_person ? 'requested approval for a refund of' : 'refunded'} ${after?.coins ? `${Number(after.coins).toLocaleString('en-IN')} coins` : moneyText(Number(after?.refund), after?.currency)} of the order`,
    rest: because(after),
    whole: true,
  }),
  'orders.approveRefund': ({ after }) => ({
    did: `approved the refund of ${moneyText(Number(after?.refund), after?.currency)} of the order`,
    rest: because(after),
    whole: true,
  }),
  'orders.declineRefund': ({ after }) => ({
    did: `${after?.second_person === 'declined' ? 'declined' : 'withdrew'} the refund of ${moneyText(Number(after?.refund), after?.currency)} of the order`,
    rest: because(after),
    whole: true,
  }),
  'orders.setRefundLimit': (entry) => ({ ...changed(entry), thing: 'the refund limit', to: settingsPath('guarantee') }),
  'orders.declineGuarantee': ending(
    'declined the refund that was asked for in the order',
    ({ after }) => `: ${String(after?.answer ?? '')}`,
  ),
  'orders.renewGift': plain('replaced a gift code of the order'),
  'orders.grant': ending('gave access for the order', ({ after }) => because(after)),
}
