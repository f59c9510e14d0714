import { tabs as activity } from '../activity/tabs.ts'
import { tabs as admins } from '../admins/tabs.ts'
import { tabs as assignment } from '../assignment/tabs.ts'
import { tabs as books } from '../books/tabs.ts'
import { tabs as certificates } from '../certificates/tabs.ts'
import { tabs as content } from '../content/tabs.ts'
import { tabs as courses } from '../courses/tabs.ts'
import { tabs as developers } from '../developers/tabs.ts'
import { tabs as enrol } from '../enrol/tabs.ts'
import { tabs as inbox } from '../inbox/tabs.ts'
import { tabs as invoices } from '../invoices/tabs.ts'
import { tabs as letters } from '../letters/tabs.ts'
import { tabs as live } from '../live/tabs.ts'
import { tabs as media } from '../media/tabs.ts'
import { tabs as moveIn } from '../move-in/tabs.ts'
import { tabs as offers } from '../offers/tabs.ts'
import { tabs as orders } from '../orders/tabs.ts'
import { tabs as overview } from '../overview/tabs.ts'
import { tabs as ownPages } from '../own-pages/tabs.ts'
import { tabs as parts } from '../parts/tabs.ts'
import { tabs as pastOrders } from '../past-orders/tabs.ts'
import { tabs as payLinks } from '../pay-links/tabs.ts'
import { tabs as payment } from '../payment/tabs.ts'
import { tabs as payouts } from '../payouts/tabs.ts'
import { tabs as privacy } from '../privacy/tabs.ts'
import { tabs as promocodes } from '../promocodes/tabs.ts'
import { tabs as quiz } from '../quiz/tabs.ts'
import { tabs as reviews } from '../reviews/tabs.ts'
import { tabs as session } from '../session/tabs.ts'
import { tabs as settings } from '../settings/tabs.ts'
import { tabs as sources } from '../sources/tabs.ts'
import { tabs as student } from '../student/tabs.ts'
import { tabs as users } from '../users/tabs.ts'

/** Every tab of the console, by folder. Written by `npm run fix`. */
export const tabList = [
  ...activity,
  ...admins,
  ...assignment,
  ...books,
  ...certificates,
  ...content,
  ...courses,
  ...developers,
  ...enrol,
  ...inbox,
  ...invoices,
  ...letters,
  ...live,
  ...media,
  ...moveIn,
  ...offers,
  ...orders,
  ...overview,
  ...ownPages,
  ...parts,
  ...pastOrders,
  ...payLinks,
  ...payment,
  ...payouts,
  ...privacy,
  ...promocodes,
  ...quiz,
  ...reviews,
  ...session,
  ...settings,
  ...sources,
  ...student,
  ...users,
] as const
