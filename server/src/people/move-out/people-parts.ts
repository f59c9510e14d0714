import type { Part } from './csv.ts'

/** The email and name of a student who was not erased; `u` is the account. */
const WHO = 'u.email, u.name'
const ACCOUNT = 'join users u on u.id = t.user_id and u.deleted_at is null'
/** The course and the lesson of a row, by their titles. */
const COURSE = 'left join courses c on c.course_id = t.course_id'
const LESSON = 'left join lessons l on l.lesson_id = t.lesson_id'

/** The last choice of a student, of an address that they proved to be theirs. */
const agreed = (purpose: string) => `(u.email_proven_at is not null and coalesce((select k.agreed from consents k
  where k.user_id = u.id and k.purpose = '${purpose}' order by k.id desc limit 1), false)) as ${purpose}`

/** Lessons of a course, and those of them that a student has done. */
const LESSONS = '(select count(*) from lessons l where l.course_id = t.course_id)'
const DONE = `from lesson_progress p join lessons l on l.lesson_id = p.lesson_id and l.course_id = t.course_id
  where p.user_id = t.user_id and p.completed_at is not null`

/** Tables about students, and what they wrote. */
export const peopleParts: readonly Part[] = [
  {
    file: 'students.csv',
    about: 'every student: how to reach them, since when, what they agreed to',
    tables: ['users'],
    select: `select ${WHO}, u.phone, coalesce(u.joined_at, u.created_at) as joined, u.language, u.coins, u.email_proven_at as email_confirmed,
        ${agreed('news_email')}, ${agreed('news_message')}, u.referral_code, r.email as referred_by, u.user_id
      from users u left join users r on r.id = u.referred_by and r.deleted_at is null
      where u.deleted_at is null order by u.id`,
  },
  {
    file: 'consents.csv',
    about: 'each time a student agreed to something, or took it back',
    tables: ['consents'],
    select: `select ${WHO}, t.purpose, t.agreed, t.changed_at, t.source, t.agreed_on, t.agreed_text from consents t ${ACCOUNT} order by t.id`,
  },
  {
    file: 'enrolments.csv',
    about: 'who has, or had, which course: since when, until when, how far they are',
    tables: ['enrolments', 'waiting_courses'],
    select: `select ${WHO}, c.name as course, coalesce(t.since, t.granted_at) as enrolled_on, t.ends_at as access_ends,
        case when t.revoked_at is not null then 'removed' when t.continued then 'renewed'
          when t.ends_at <= now() then 'ended' else 'active' end as state,
        case when t.gift_code is not null then 'gift' when t.order_id is not null then 'order'
          when t.move_id is not null then 'moved in' else 'by hand' end as source,
        case when ${LESSONS} = 0 then 0 else (select 100 * count(*) ${DONE}) / ${LESSONS} end as progress_percent,
        case when ${LESSONS} = (select count(*) ${DONE}) then (select max(p.completed_at) ${DONE}) end as completed_on,
        t.order_id, t.gift_code, t.course_id
      from enrolments t ${ACCOUNT} ${COURSE} order by t.id`,
  },
  {
    file: 'waiting-enrolments.csv',
    about: 'courses that wait until a student confirms their email address',
    tables: ['waiting_courses'],
    select: `select t.email, c.name as course, t.given_at as enrolled_on, t.given_until as access_ends, t.course_id
      from waiting_courses t ${COURSE} order by t.email, t.course_id`,
  },
  {
    file: 'progress.csv',
    about: 'what each student watched: seconds, and when the lesson was done',
    tables: ['lesson_progress'],
    select: `select ${WHO}, c.name as course, l.title as lesson, l.position + 1 as position, t.completed_at as done_on, t.seconds,
        t.position_seconds, t.updated_at as last_seen, t.lesson_id, t.course_id
      from lesson_progress t ${ACCOUNT} ${COURSE} ${LESSON} order by t.user_id, t.course_id, t.lesson_id`,
  },
  {
    file: 'waiting-progress.csv',
    about: 'progress of the shop before, in courses whose lessons are not all here yet; progress is JSON',
    tables: ['waiting_progress'],
    select: `select ${WHO}, c.name as course, t.progress, t.done_at as done_on, t.course_id
      from waiting_progress t ${ACCOUNT} ${COURSE} order by t.user_id, t.course_id`,
  },
  {
    file: 'quiz-attempts.csv',
    about: 'answers to quizzes, and what they scored',
    tables: ['quiz_attempts'],
    select: `select ${WHO}, c.name as course, l.title as lesson, t.number, t.version, t.right_count, t.question_count, t.passed, t.submitted_at,
        t.answers, t.marks, t.lesson_id, t.course_id
      from quiz_attempts t ${ACCOUNT} ${COURSE} ${LESSON} order by t.attempt_id`,
  },
  {
    file: 'submissions.csv',
    about: 'work that students submitted, with marks and feedback; its files are in the folder submissions',
    tables: ['hand_ins', 'hand_in_files', 'work_reminders'],
    select: `select ${WHO}, c.name as course, l.title as lesson, t.handed_in_at as submitted_at, t.due_at, t.status, t.text, t.criteria,
        t.marks, t.feedback, t.marked_at, t.again_due_at, t.hand_in_id, t.lesson_id, t.course_id
      from hand_ins t ${ACCOUNT} ${COURSE} ${LESSON} order by t.hand_in_id`,
  },
  {
    file: 'live-joins.csv',
    about: 'who joined which live lesson',
    tables: ['live_joins'],
    select: `select ${WHO}, c.name as course, l.title as lesson, t.joined_at, t.lesson_id, t.course_id
      from live_joins t ${ACCOUNT} ${COURSE} ${LESSON} order by t.joined_at, t.user_id`,
  },
  {
    file: 'notes.csv',
    about: 'notes that students wrote under lessons',
    tables: ['lesson_notes'],
    select: `select ${WHO}, c.name as course, l.title as lesson, t.second, t.text, t.created_at, t.updated_at, t.lesson_id, t.course_id
      from lesson_notes t ${ACCOUNT} ${COURSE} ${LESSON} order by t.note_id`,
  },
  {
    file: 'questions.csv',
    about: 'questions under lessons, and your answers',
    tables: ['questions'],
    select: `select ${WHO}, c.name as course, l.title as lesson, t.text as question, t.asked_at, t.answer, t.answered_at, t.shown_at,
        t.shown_name, t.lesson_id, t.course_id
      from questions t ${ACCOUNT} ${COURSE} ${LESSON} order by t.question_id`,
  },
  {
    file: 'reviews.csv',
    about: 'reviews of courses, and your replies',
    tables: ['reviews'],
    select: `select ${WHO}, c.name as course, t.stars, t.text, t.shown_name, t.created_at, t.updated_at, t.reply, t.replied_at,
        t.hidden_reason, t.course_id
      from reviews t ${ACCOUNT} ${COURSE} order by t.review_id`,
  },
  {
    file: 'certificates.csv',
    about: 'certificates, with the code on each of them',
    tables: ['certificates'],
    select: `select u.email, t.name, t.course_name as course, t.code, t.shop_name as shop, t.issued_at, t.revoked_at,
        t.revoked_reason, t.language, t.course_id
      from certificates t ${ACCOUNT} order by t.certificate_id`,
  },
  {
    file: 'coins.csv',
    about: 'every change of a student’s coins',
    tables: ['coin_ledger'],
    select: `select ${WHO}, t.change, t.balance_after, t.reason, t.created_at from coin_ledger t ${ACCOUNT} order by t.id`,
  },
  {
    file: 'referrals.csv',
    about: 'who referred whom, and the coins for it',
    tables: ['referral_rewards'],
    select: `select u.email as referrer, f.email as friend, t.order_id, t.coins, t.created_at, t.taken_back_at, t.taken_back_coins
      from referral_rewards t join users u on u.id = t.referrer_id join users f on f.id = t.referred_id
      where u.deleted_at is null and f.deleted_at is null order by t.created_at, f.id`,
  },
  {
    file: 'letter-recipients.csv',
    about: 'who got which letter, and what came of it',
    tables: ['letter_recipients', 'letter_clicks', 'whatsapp_people'],
    select: `select ${WHO}, l.name as letter, t.channel, t.state, t.reason, t.sent_at, t.bounced_at, t.blocked_at, t.complained_at, t.unsubscribed_at,
        (select min(c.clicked_at) from letter_clicks c where c.recipient_id = t.recipient_id) as clicked_at, t.letter_id,
        (select w.dead_phone from whatsapp_people w where w.user_id = t.user_id) as phone_without_whatsapp
      from letter_recipients t ${ACCOUNT} join letters l using (letter_id) order by t.recipient_id`,
  },
  {
    file: 'student-notes.csv',
    about: 'what your team noted about students',
    tables: ['student_notes'],
    select: `select ${WHO}, t.text, a.email as written_by, t.created_at
      from student_notes t ${ACCOUNT} left join admins a on a.id = t.admin_id order by t.note_id`,
  },
  {
    file: 'tickets.csv',
    about: 'messages to you',
    tables: ['tickets'],
    select: `select ticket_no, name, email, subject, message, status, language, created_at, done_at from tickets order by id`,
  },
  {
    file: 'ticket-answers.csv',
    about: 'your answers to messages',
    tables: ['ticket_answers'],
    select: `select k.ticket_no, t.text, a.email as written_by, t.created_at
      from ticket_answers t join tickets k on k.id = t.ticket_id left join admins a on a.id = t.admin_id order by t.id`,
  },
]
