/**
 * SQL names only tables of its own folder, which its `feature.ts` declares; other features call a query of the owner or use a piece of SQL
 * that it exports. These may do more. `run/table-owners.mjs` reads them.
 */

/** Folders and files that may read tables of other features, each with its reason. They write only their own. */
export const readers = {
  reports: 'lists, figures, exports and emails join tables of many owners',
  books: 'the books of a month join money, papers and payouts',
  account: 'the data of a student, for themselves and for admins, is in tables of every owner',
  'move-out': 'the archive of the shop has tables of every owner',
  letters: 'who gets a letter and what came of it is in tables of every owner',
  segments: 'the rules of a segment read tables of every owner',
  students: 'the page of a student reads tables of every owner',
}

/** Files that walk over all tables. */
export const walkers = {
  'commands/backup': 'a backup contains every table',
  features: 'manifests name every table',
  'before-live/remove-rows.ts': 'all that names a removed row goes with it, in whichever table it is',
  'before-live/test-orders.ts': 'practice orders wrote into many tables, and all that names them goes with them',
  'before-live/empty-demo.ts': 'the demo wrote into many tables, and all that names its rows goes with them',
  'account/erase-person.ts': 'rows that go with their student are deleted from every such table',
}

/** Files that still break the rule; the list only shrinks. */
export const exceptions = {}
