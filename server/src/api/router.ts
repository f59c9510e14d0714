import { accountHandlers } from '../account/account.handlers.ts'
import { activityHandlers } from '../activity/activity.handlers.ts'
import { authHandlers, passwordHandlers } from '../auth/auth.handlers.ts'
import { contactHandlers } from '../auth/contact-changes.handlers.ts'
import { secondFactorHandlers } from '../auth/second-factor.handlers.ts'
import { adminHandlers } from '../auth/team.handlers.ts'
import { courseHandlers } from '../courses/courses.handlers.ts'
import { documentHandlers } from '../documents/documents.handlers.ts'
import { exportHandlers } from '../exports/exports.handlers.ts'
import { gatewayHandlers } from '../gateway/gateway.handlers.ts'
import { giftHandlers } from '../gifts/gifts.handlers.ts'
import { calls } from '../implement.ts'
import { learningHandlers } from '../learning/learning.handlers.ts'
import { mediaHandlers } from '../media/media.handlers.ts'
import { orderHandlers } from '../orders/orders.handlers.ts'
import { referralHandlers } from '../orders/referrals.handlers.ts'
import { overviewHandlers } from '../overview/overview.handlers.ts'
import { promocodeHandlers } from '../promocodes/promocodes.handlers.ts'
import { beforeLiveHandlers } from '../settings/before-live.handlers.ts'
import { settingsHandlers } from '../settings/settings.handlers.ts'
import { ticketHandlers } from '../tickets/tickets.handlers.ts'
import { userHandlers } from '../users/users.handlers.ts'
import { countCall } from './count-call.ts'

/** The contract, implemented and counted: a call without a handler does not compile. */
export const router = calls.use(countCall).router({
  auth: authHandlers,
  account: { ...accountHandlers, ...passwordHandlers, ...contactHandlers },
  courses: courseHandlers,
  promocodes: promocodeHandlers,
  referrals: referralHandlers,
  orders: orderHandlers,
  gifts: giftHandlers,
  learning: learningHandlers,
  users: userHandlers,
  media: mediaHandlers,
  gateway: gatewayHandlers,
  admins: adminHandlers,
  secondFactor: secondFactorHandlers,
  activity: activityHandlers,
  settings: settingsHandlers,
  beforeLive: beforeLiveHandlers,
  overview: overviewHandlers,
  exports: exportHandlers,
  documents: documentHandlers,
  tickets: ticketHandlers,
})
