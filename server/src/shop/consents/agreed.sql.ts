/** Selects true if the last step of the student `user` (an expression) for a purpose was to agree; null without one. */
export const agreedTo = (user: string, purpose: 'news_email' | 'news_message' | 'ads') =>
  `(select agreed from consents where user_id = ${user} and purpose = '${purpose}' order by id desc limit 1)`
