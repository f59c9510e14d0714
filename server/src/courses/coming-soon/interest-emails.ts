import { INTEREST_DAYS, INTEREST_LINK_DAYS } from 'contract/coming-soon/interest'
import { button, email, oneLine } from '../../platform/mail/email.ts'

/** Carries the link that joins the list of a course. It holds no typed text: anybody may have typed the address. */
export const interestEmail = email<{ token: string; course: string }>(
  ({ token, course }, { t, shopName: shop, storeUrl }) => ({
    name: null,
    subject: t('Confirm your email to join the list'),
    blocks: [
      t('Somebody wants one email to this address when ‘{course}’ goes on sale at {shop}.', {
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

/** Reports once that a course is on sale. */
export const onSaleEmail = email<{ course: { course_id: string; name: string } }>(
  ({ course: { course_id, name } }, { t, shopName: shop, storeUrl }) => {
    const course = oneLine(name)
    return {
      name: null,
      subject: t('‘{course}’ is on sale', { course }),
      blocks: [
        t('‘{course}’ is on sale at {shop} now.', { course, shop }),
        button(`${storeUrl}/course/${encodeURIComponent(course_id)}`, t('See the course')),
        t('You asked for this email on the course’s page. It is the only one, and your address leaves the list.'),
      ],
    }
  },
)
