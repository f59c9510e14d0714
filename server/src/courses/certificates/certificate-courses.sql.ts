/** The courses that give a certificate on completion, for a statement of another feature that has to stay one. */
export const CERTIFICATE_COURSES = '(select course_id from certificate_courses)'
