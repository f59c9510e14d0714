import { INTEREST_DAYS, INTEREST_LINK_DAYS } from 'contract/coming-soon/interest'
import { button, email, oneLine } from '../../platform/mail/email.ts'

/** Carries the link that joins the list of a course. It holds no typed text: anybody may have typed the address. */
export const interestEmail = email<{ token: string; course: string }>(
  ({ token, course }, { t, shopName: shop, storeUrl }) => ({
    name: null,
    subject: t('Confirm your email to join the list'),
    blocks: [
      t('Somebody wants one email to this address when ‘{course}’ can be bought at {shop}.', {
        course: oneLine(course),
        shop,
      }),
      button(`${storeUrl}/interest?t=${token}`, t('Yes, email me once')),
      [
        t('The link works once, within {days} days. You wait {most} days at most.', {
          days: INTEREST_LINK_DAYS,
          most: INTEREST_DAYS,
        }),
        t('If this was not you, do nothing: without the link nothing changes.'),
      ],
    ],
  }),
)

/** Reports once that a course is on sale; `bySeats`: that it has a free seat. */
export const onSaleEmail = email<{ course: { course_id: string; name: string }; bySeats: boolean }>(
  ({ course: { course_id, name }, bySeats }, { t, shopName: shop, storeUrl }) => {
    const values = { course: oneLine(name), shop }
    return {
      name: null,
      subject: bySeats ? t('A seat is free: ‘{course}’', values) : t('‘{course}’ is on sale', values),
      blocks: [
        bySeats
          ? t('‘{course}’ has a free seat at {shop} now. It goes to the first buyer.', values)
          : t('‘{course}’ is on sale at {shop} now.', values),
        button(`${storeUrl}/course/${encodeURIComponent(course_id)}`, t('See the course')),
        t('You asked for this email on the course’s page. It is the only one, and your address leaves the list.'),
      ],
    }
  },
)
