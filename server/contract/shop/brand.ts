/** The name and what every page needs, apart from the longer texts: pages that do not show those do not carry them. */
export const brandDefaults = {
  name: 'SkillHaat',
  /** Text beside the sign; mostly the name. */
  logo_text: 'SkillHaat',
  /** Address of an image in place of sign and text; empty without one. */
  logo: '',
  /** In any script; the home page sets it in the painted letters of the sign. Here Devanagari: "the haat of skills". */
  line: 'हुनर का हाट',
  description:
    'Course bundles on social media and digital skills, made for Indian learners and sold in rupees. Pay once, start the same day.',
}

export const switchDefaults = {
  /** The clock on sales pages, which is decoration and begins anew with every visit. */
  countdown: true as boolean,
  /** 'Next Price Will be …' on sales pages. */
  next_price: true as boolean,
}

export const deliveryDefaults = {
  /** The student's mail moves faintly over the lessons they watch. */
  moving_mark: false as boolean,
  /** A PDF of a lesson carries its student's mail at the foot of each page. */
  pdf_stamp: false as boolean,
  /** Students are written to 7 days before their access to a course ends. */
  access_reminder: true as boolean,
  /** So many devices of a student may watch at once; 0: any number. */
  devices: 0,
  /** Students ask questions under a lesson. */
  questions: true as boolean,
  /** Owners get a mail with each of them. */
  question_mails: true as boolean,
}

export const GUARANTEE_DAYS = 30

export const guaranteeDefaults = {
  /** So many days after the payment a buyer may ask for the money back from their orders, as the store promises; 0: no guarantee. */
  days: GUARANTEE_DAYS,
  /** Text beside the button. */
  text: 'Not the right course for you? Ask for your money back.',
}
