import { about, changed, type Sentences } from '../activity/phrases.ts'

const thing = 'an address of webhooks'

export const activity: Sentences = {
  'webhooks.add': () => ({ did: 'added', thing }),
  'webhooks.change': (entry) => ({ ...changed(entry), thing }),
  'webhooks.remove': () => ({ did: 'removed', thing, to: null }),
  'webhooks.newSecret': () => ({ did: 'made a new secret for', thing }),
  'webhooks.test': about('sent', 'a test to an address of webhooks'),
  'webhooks.retry': () => ({ did: 'sent an event again to', thing }),
  'webhooks.resend': () => ({ did: 'sent the events of a span again to', thing }),
  'hooks.subscribe': () => ({ did: 'added', thing: 'a program’s address of webhooks' }),
  'hooks.unsubscribe': () => ({ did: 'removed', thing: 'a program’s address of webhooks', to: null }),
}
