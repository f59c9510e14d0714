// Pieces of SQL that the manifests of several features have.

/** Orders of a person who is erased, or whose data are read. */
export const ORDERS_OF_PERSON = 'select order_id from orders where user_id = :id'

/** The email and name of a student who was not erased; `u` is the account of the row `t`. */
export const WHO = 'u.email, u.name'
export const ACCOUNT = 'join users u on u.id = t.user_id and u.deleted_at is null'
const agreed = (purpose: string) => `(u.email_proven_at is not null and coalesce((select k.agreed from consents k
  where k.user_id = u.id and k.purpose = '${purpose}' order by k.id desc limit 1), false)) as ${purpose}`

/** The last choices of a student `u`, of an address that they proved to be theirs. */
export const AGREED = `${agreed('news_email')}, ${agreed('news_message')}`
/** The course and the lesson of a row `t`, by their titles. */
export const COURSE = 'left join courses c on c.course_id = t.course_id'
export const LESSON = 'left join lessons l on l.lesson_id = t.lesson_id'
/** The buyer of an order `o`. An erased one has no name here; the order stays. */
export const BUYER = 'join users u on u.id = o.user_id'

// Reasons for columns that stay when a person is erased.
export const LEDGER = 'the ledger keeps what was sold; the account behind the number names nobody'
export const SHOP = 'ids and words of the shop'
