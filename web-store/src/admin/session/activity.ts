import { valueText } from '../activity/field-labels.ts'
import { own, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'secondFactor.beginApp': own('began to set up an authenticator app'),
  'secondFactor.addApp': own('set up an authenticator app'),
  'secondFactor.removeApp': own('removed their authenticator app'),
  'secondFactor.beginPasskey': own('began to add a passkey'),
  'secondFactor.addPasskey': own('added a passkey'),
  'secondFactor.removePasskey': own('removed a passkey'),
  'secondFactor.renewRecoveryCodes': own('made new recovery codes'),
  'secondFactor.confirm': own('confirmed with their second step'),
  'auth.adminLogin': ({ after }) => ({
    did: after?.refused === undefined ? 'logged in' : 'could not log in',
    whole: after?.refused === undefined,
    thing: '',
    ...(after?.device !== undefined && { rest: `from ${valueText('device', after.device)}` }),
  }),
  'auth.newAdminPassword': own('set a new password by an emailed link'),
  'auth.adminLogout': own('logged out'),
}
