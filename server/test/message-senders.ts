/** Jobs that send by the time alone, beside the letters: the year runs them. */
export const ROUNDS = ['live-round', 'renewals-due', 'parts-due', 'access-ending', 'work-due', 'notify-interest']
/** Jobs that the rounds make. */
export const OF_ROUNDS = [
  'live-letters',
  'live-mail',
  'renewal-mail',
  'part-due-mail',
  'access-ending-mail',
  'work-due-mail',
  'on-sale-mail',
]
/** Jobs that answer what a person does, at once: a purchase, a refund, an account, a question, an admin's press. */
export const BY_A_DEED = [
  'receipt-mail',
  'course-link-mail',
  'document-mail',
  'refund-mail',
  'refund-failed-mail',
  'gift-mail',
  'guarantee-declined-mail',
  'seat-taken-mail',
  'welcome-mail',
  'free-course-mail',
  'forgotten-password',
  'forgotten-admin-password',
  'new-device-mail',
  'contact-link-mail',
  'profile-changed-mail',
  'account-deleted-mail',
  'enrolled-mail',
  'ticket-mail',
  'ticket-answer-mail',
  'owner-alert-mail',
  'hand-in-mail',
  'mark-mail',
  'question-mail',
  'question-answer-mail',
  'interest-mail',
  'login-code-mail',
  'signup-mail',
  'pay-link-mail',
  'books-mail',
  'send-webhooks',
  'webhook-mail',
  'privacy-code-mail',
  'privacy-received-mail',
  'privacy-answer-mail',
  'privacy-erase',
  'privacy-erased-mail',
]
/** Jobs that write to owners, and to whom they name. */
export const TO_OWNERS = ['reports-due', 'report-mail']
