import { valueText } from '../activity/field-labels.ts'
import { changed, own, plain, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'admins.create': ({ after }) => ({
    did: 'added the admin',
    rest: `as ${valueText('role', after?.role)}`,
    whole: true,
  }),
  'admins.update': changed,
  'admins.resetPassword': plain('gave a one-time password to'),
  'admins.end': plain('removed the admin'),
  'admins.changePassword': () => ({ did: 'changed their own password', thing: '', whole: true }),
  'admins.removeSecondFactor': plain('removed the second step of'),
  'admins.endSession': plain('ended a session of'),
  'admins.endOtherSessions': own('ended all their other sessions'),
}
