/**
 * Which feature a table belongs to. SQL names the tables of its own folder alone; what another feature wants to know it asks the owner,
 * by a query or by a piece of SQL that the owner exports. A new table stands here before anything reads it. `run/table-owners.mjs` reads it.
 */
export const owners = {
  activity: ['activity', 'activity_chain'],
  auth: [
    ...['admins', 'sessions', 'contact_changes', 'known_devices'],
    ...['admin_passkeys', 'admin_apps', 'admin_recovery_codes', 'admin_challenges'],
  ],
  catalogue: ['catalogue_version'],
  courses: ['courses', 'lessons'],
  db: ['idempotency_keys'],
  documents: ['tax_settings', 'document_series', 'documents', 'document_files'],
  gifts: ['gift_codes'],
  http: ['rate_limits'],
  jobs: ['mails_sent', 'job_rounds'],
  enrolments: ['enrolments'],
  learning: ['lesson_progress', 'learning_beats'],
  media: ['media', 'media_uploads', 'unreferenced_files'],
  orders: [
    ...['orders', 'order_lines', 'order_events', 'gateway_events', 'refunds'],
    ...['gateway_pause', 'owner_alerts'],
  ],
  payments: ['gateway_config'],
  promocodes: ['promocodes', 'deleted_promocodes'],
  referrals: ['referral_settings', 'referral_terms', 'referral_rewards'],
  reports: ['day_figures', 'day_courses', 'stale_days'],
  settings: ['shop_settings'],
  tickets: ['tickets', 'ticket_answers'],
  users: ['users', 'coin_ledger'],
  visits: ['page_views'],
}

/** Who reads the tables of many, and why it may: a folder or a file. They write none but their own. */
export const readers = {
  reports: 'lists, figures, files and mails join what many own',
  account: 'what a student sees of themselves, and an admin of a student, comes from every owner',
}

/** What walks over all tables. */
export const walkers = {
  'commands/backup': 'a backup holds every table',
  'account/erasure.ts': 'what names a person is erased wherever it stands; a test reads the schema',
}

/** What is not at home yet, file by file: this list only becomes shorter. */
export const exceptions = {}
