import { button, email, item, subjectOf, together } from '../../platform/mail/email.ts'

type Moved = {
  kind: 'from' | 'to'
  name: string | null
  /** The other person's address, shortened. */
  person: string
  order_no: string
  courses: readonly string[]
  address: string
}

export const orderMovedEmail = email<Moved>(({ kind, name, person, order_no, courses, address }, { t, language }) => {
  const values = { order_no, person }
  const list = courses.map((course) => item(course))
  if (kind === 'from')
    return {
      name,
      subject: subjectOf({ language }, `Your order ${order_no} was moved`, t('Your order was moved')),
      blocks: [
        together(t('The shop moved the access of your order {order_no} to {person}:', values), ...list),
        t('Invoice and receipt stay with you. If you did not ask for this, answer this email.'),
      ],
    }
  return {
    name,
    subject: t('Your courses are ready'),
    blocks: [
      together(t('The shop moved these courses of {person} to you:', values), ...list),
      t('Log in with this email address, by a code or a new password.'),
      button(address, t('Open my courses')),
    ],
  }
})
