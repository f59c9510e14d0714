/**
 * A new shop says its name and nothing else. An empty text is not shown, nor is its label, its heading
 * or its gap.
 */
export const brandDefaults = {
  /** Neutral: the list before going live names this step until the owner writes a name. */
  name: 'My shop',
  /** Text beside the sign; the name when empty. */
  logo_text: '',
  /** Address of an image in place of sign and text; empty without one. */
  logo: '',
  /** In any script; the home page sets it in the painted letters of the sign. */
  line: '',
  description: '',
}

/** The one line whose letters the painted font has: "the haat of skills". */
export const PAINTED_LINE = 'हुनर का हाट'

export const switchDefaults = {
  /** The clock on sales pages, which is decoration and begins anew with every visit. */
  countdown: false as boolean,
  /** 'Limited Period Offer' with 'Next Price Will be …' on sales pages. */
  next_price: false as boolean,
}

/** Courses that count with their share in a bundle though their student did not pay for them here, by the way they arrived. */
export const bundleDefaults = {
  /** With a move from another platform. */
  moved: true as boolean,
  gifted: false as boolean,
  /** From an admin, or taken while the course was free. */
  granted: false as boolean,
}

/** With `ask`, register and checkout ask whether a buyer is 18 or older. */
export const childrenDefaults = { ask: false as boolean }

/** The gateway's word, which no owner types. */
export const paymentDefaults = {
  /** What buyers pay is practice money: the shop has no live keys. */
  test: false as boolean,
}

export const deliveryDefaults = {
  /** The student's mail moves faintly over the lessons they watch. */
  moving_mark: false as boolean,
  /** A PDF of a lesson carries its student's mail at the foot of each page. */
  pdf_stamp: false as boolean,
  /** Students are written to 7 days before their access to a course ends. */
  access_reminder: true as boolean,
  /** Students may log in by a code of an email instead of their password. */
  login_code: false as boolean,
  /** So many devices of a student may watch at once; 0: any number. */
  devices: 0,
  /** Students ask questions under a lesson. */
  questions: true as boolean,
  /** Owners get a mail with each of them. */
  question_mails: true as boolean,
}

export const guaranteeDefaults = {
  /** So many days after the payment a buyer may ask for the money back from their orders, as the store promises; 0: no guarantee. */
  days: 0,
  /** Text beside the button. */
  text: 'Not the right course for you? Ask for your money back.',
}
