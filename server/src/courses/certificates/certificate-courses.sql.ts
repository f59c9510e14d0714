/** Lists courses with a certificate; other features use it in their statements. */
export const CERTIFICATE_COURSES = '(select course_id from certificate_courses)'
