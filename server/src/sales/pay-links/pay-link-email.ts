import { formatRupees } from 'contract/money'
import { button, email, item, together } from '../../platform/mail/email.ts'

type Sent = {
  name: string | null
  courses: readonly string[]
  total_paise: number
  note: string | null
  ends_at: Date
  url: string
}

/** Carries the link by which one person pays what was agreed. */
export const payLinkEmail = email<Sent>(
  ({ name, courses, total_paise, note, ends_at, url }, { t, longDay, shopName: shop }) => {
    const amount = formatRupees(total_paise)
    return {
      name,
      subject: t('Your price at {shop}', { shop }),
      blocks: [
        together(
          t('Your price at {shop} is {amount}, for:', { shop, amount }),
          ...courses.map((course) => item(course)),
        ),
        note,
        button(url, t('Pay {amount}', { amount })),
        [
          t('The link is good until {day}. Then the list price is back.', { day: longDay(ends_at) }),
          t('It is for you alone. If you did not expect it, do nothing.'),
        ],
      ],
    }
  },
)
