/**
 * Assigns tables to features. SQL names only tables of its own folder; other features call a query of the owner or use
 * a piece of SQL that it exports. The migration's name says who owns its tables (`…_gifts.ts`, `…_gifts_expiry.ts`);
 * this list has the tables that belong to another folder. `run/table-owners.mjs` reads it.
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

/** Folders and files that may read tables of other features, each with its reason. They write only their own. */
export const readers = {
  reports: 'lists, figures, files and mails join what many own',
  account: 'what a student sees of themselves, and an admin of a student, comes from every owner',
  students: 'the page of a student shows what every owner keeps of one person',
}

/** Files that walk over all tables. */
export const walkers = {
  'commands/backup': 'a backup holds every table',
  'account/erasure.ts': 'what names a person is erased wherever it stands; a test reads the schema',
}

/** Files that still break the rule; the list only shrinks. */
export const exceptions = {}
