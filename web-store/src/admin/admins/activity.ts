import { valueText } from '../activity/field-labels.ts'
import { changed, ending, own, plain, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'admins.create': ending('added the admin', ({ after }) => `as ${valueText('role', after?.role)}`),
  'admins.update': changed,
  'admins.resetPassword': plain('gave a one-time password to'),
  'admins.end': plain('removed the admin'),
  'admins.changePassword': own('changed their own password'),
  'admins.removeSecondFactor': plain('removed the second step of'),
  'admins.endSession': plain('ended a session of'),
  'admins.endOtherSessions': own('ended all their other sessions'),
}
