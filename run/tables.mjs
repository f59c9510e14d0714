/**
 * Which feature a table belongs to. SQL names the tables of its own folder alone; what another feature wants to know it asks the owner,
 * by a query or by a piece of SQL that the owner exports. The name of the migration says whose the tables in it are
 * (`…_gifts.ts`, `…_gifts_expiry.ts`); here stand those that belong to another folder than it says. `run/table-owners.mjs` reads it.
 */
export const elsewhere = {
  catalogue: ['catalogue_version'],
  db: ['idempotency_keys'],
  documents: ['tax_settings', 'document_files'],
  enrolments: ['enrolments'],
  http: ['rate_limits'],
  jobs: ['mails_sent', 'job_rounds'],
  orders: ['gateway_pause'],
  payments: ['gateway_config'],
  users: ['coin_ledger'],
}

/** Who reads the tables of many, and why it may: a folder or a file. They write none but their own. */
export const readers = {
  reports: 'lists, figures, files and mails join what many own',
  account: 'what a student sees of themselves, and an admin of a student, comes from every owner',
  students: 'the page of a student shows what every owner keeps of one person',
}

/** What walks over all tables. */
export const walkers = {
  'commands/backup': 'a backup holds every table',
  'account/erasure.ts': 'what names a person is erased wherever it stands; a test reads the schema',
}

/** What is not at home yet, file by file: this list only becomes shorter. */
export const exceptions = {}
